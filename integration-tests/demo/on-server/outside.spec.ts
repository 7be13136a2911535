import { outsideAddresses, portsOf } from "./outside"

const GOOD = {
  "store-url": "https://shop.example",
  "admin-url": "https://admin.example/",
  "gateway-url": "https://pay.example",
}

describe("the addresses of a public demo", () => {
  it("are three origins, or none", () => {
    expect(outsideAddresses(GOOD)).toEqual({
      store: "https://shop.example",
      admin: "https://admin.example",
      gateway: "https://pay.example",
    })
    expect(outsideAddresses({})).toBeUndefined()
  })

  it.each([
    { "store-url": undefined },
    { "store-url": "shop.example" },
    { "admin-url": "http://admin.example" },
    { "admin-url": "https://admin.example/app" },
    { "gateway-url": "https://me@pay.example" },
  ])("are refused by name: %j", (change) => {
    const [name] = Object.keys(change)
    expect(() => outsideAddresses({ ...GOOD, ...change })).toThrow(
      `--${name} must be an address like https://demo.example`
    )
  })

  it("are refused where two have a host name in common", () => {
    const same = { ...GOOD, "gateway-url": "https://shop.example:8443" }
    expect(() => outsideAddresses(same)).toThrow("need a host name each")
  })
})

describe("the demo's ports", () => {
  it("are those of store, admin and gateway", () => {
    expect(portsOf("8000,9000,8787")).toEqual({
      storefront: 8000,
      medusa: 9000,
      sandbox: 8787,
    })
  })

  it.each(["8000", "8000,9000", "8000,9000,9000", "8000,9000,0", "1,2,70000"])(
    "are refused: %s",
    (text) => {
      expect(() => portsOf(text)).toThrow("--ports must be three ports")
    }
  )
})
