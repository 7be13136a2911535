import {
  buildReturnUrl,
  buildReturnUrls,
  getPaymentSessionId,
  hasLeftPaymentPage,
  parseWebUrl,
} from "./urls"

describe("URL of a return page", () => {
  const ID = "payment_session_id={payment_session_id}"
  it.each([
    ["/return", `/return?${ID}`],
    ["", `/?${ID}`],
    ["/de/return?from=mail", `/de/return?from=mail&${ID}`],
    ["/{my_id}?cart={my_id}", `/{my_id}?cart={my_id}&${ID}`],
    ["/return?payment_session_id=payses_old&x=1#top", `/return?x=1&${ID}#top`],
    ["/#/paid", `/?${ID}#/paid`],
    ["/shop?a=b#/paid/{my_id}?c=d", `/shop?a=b&${ID}#/paid/{my_id}?c=d`],
  ])("built from %s has a placeholder for the session", (page, expected) => {
    const shop = "https://shop.example"
    expect(buildReturnUrl(shop + page)).toBe(shop + expected)
  })

  it("of an app or with user info is kept whole, and left to the server", () => {
    expect(buildReturnUrl("myapp://paid")).toBe(`myapp://paid?${ID}`)
    const odd = "https://me@shop.example/"
    expect(buildReturnUrl(odd)).toBe(`${odd}?${ID}`)
  })

  it("of a hash router leads to its page with and without a payment", () => {
    const page = "https://shop.example/?a=b#/paid"
    const { successUrl = "", failUrl = "" } = buildReturnUrls(page)
    const left = `https://shop.example/?a=b&${ID}&payment_left=1#/paid`
    expect(failUrl).toBe(left)
    expect(hasLeftPaymentPage(failUrl)).toBe(true)
    const returned = successUrl.replace("{payment_session_id}", "payses_1")
    expect(getPaymentSessionId(returned)).toBe("payses_1")
    expect(new URL(returned).hash).toBe("#/paid")
    expect(buildReturnUrl(left)).toBe(successUrl)
  })

  it("says that it is the one without a payment, and only that one", () => {
    const page = "https://shop.example/return"
    const { successUrl = "", failUrl = "" } = buildReturnUrls(page)
    expect(successUrl).toBe(buildReturnUrl(page))
    expect(new URL(failUrl).origin).toBe("https://shop.example")
    expect([successUrl, failUrl].map(hasLeftPaymentPage)).toEqual([false, true])
    // The page pays again from where the shopper came back to.
    expect(buildReturnUrl(failUrl)).toBe(successUrl)
    expect(buildReturnUrls(undefined)).toEqual({})
    expect(() => buildReturnUrl("/return")).toThrow("Invalid URL")
  })

  it.each([
    ["https://shop.example/return?payment_session_id=payses_1", "payses_1"],
    ["/return?a=b&payment_session_id=payses_1#x", "payses_1"],
    ["/return?payment_session_id=", undefined],
    ["/return", undefined],
  ])("%s has the session %s", (url, id) => {
    expect(getPaymentSessionId(url)).toBe(id)
  })
})

describe("parseWebUrl", () => {
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
  ])("rejects %j", (value) => expect(parseWebUrl(value)).toBeNull())

  it.each([
    ["https://gateway.example/pay/1?x=1#y", undefined],
    ["HTTP://127.0.0.1:4000/pay/1", undefined],
    ["https://gateway.example/a@b", undefined],
    ["/", "https://shop.example/cart"],
    ["?x=1", "https://shop.example/cart"],
  ])("accepts %s, with the base %s", (url, base) => {
    expect(parseWebUrl(url, base)).toBe(url)
    expect(parseWebUrl("\tjavascript:alert(1)", base)).toBeNull()
  })
})
