import { webAddress } from "./web-address"

describe("an address that a browser may be led to", () => {
  it.each([
    "https://gateway.example/pay/1?x=1#y",
    "HTTP://127.0.0.1:4000/pay/1",
    "https://gateway.example/a@b",
  ])("is %s", (address) => expect(webAddress(address)).toBe(address))

  it.each([
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    " \u0001javascript:alert(1)",
    "java\nscript:alert(1)",
    "javascript://gateway.example/%0aalert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:https://gateway.example/1",
    "//gateway.example/pay",
    "/pay/1",
    "https://",
    "https://shop.test@evil.test/",
    "https://shop.test:x@evil.test/",
    "https:shop.test@evil.test",
    "",
    null,
    undefined,
    1,
    ["https://gateway.example/"],
    { toString: () => "https://gateway.example/" },
  ])("is not %j", (value) => expect(webAddress(value)).toBeNull())

  it("can be a path of the page's own site", () => {
    const page = "https://shop.example/cart"
    expect(webAddress("/", page)).toBe("/")
    expect(webAddress("?x=1", page)).toBe("?x=1")
    expect(webAddress("\tjavascript:alert(1)", page)).toBeNull()
  })
})
