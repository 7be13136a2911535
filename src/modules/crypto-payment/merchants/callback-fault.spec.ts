import { callbackFault } from "./callback-fault"

describe("the address for webhooks", () => {
  it.each([
    ["https://gateway.example", "http://localhost:9000", true],
    ["https://gateway.example", "http://127.0.0.1:9000", true],
    ["https://gateway.example", "http://[::1]:9000", true],
    ["https://gateway.example", "https://shop.example", false],
    ["http://localhost:4000", "http://localhost:9000", false],
    ["http://127.0.0.1:4000", "https://shop.example", false],
  ])("with the gateway at %s: %s is out of reach: %s", (...given) => {
    const [baseUrl, callbackBaseUrl, isFault] = given
    expect(callbackFault({ baseUrl, callbackBaseUrl }) !== undefined).toBe(
      isFault
    )
  })
})
