import { paymentSessionIdIn, returnUrl } from "./return-url"

describe("the address of a return page", () => {
  it.each([
    [
      "https://shop.example/return",
      "https://shop.example/return?payment_session_id={payment_session_id}",
    ],
    [
      "https://shop.example",
      "https://shop.example/?payment_session_id={payment_session_id}",
    ],
    [
      "https://shop.example/de/return?from=mail",
      "https://shop.example/de/return?from=mail&payment_session_id={payment_session_id}",
    ],
    [
      "https://shop.example/{cart_id}?cart={cart_id}",
      "https://shop.example/{cart_id}?cart={cart_id}&payment_session_id={payment_session_id}",
    ],
    [
      "https://shop.example/return?payment_session_id=payses_old&x=1#top",
      "https://shop.example/return?x=1&payment_session_id={payment_session_id}",
    ],
  ])("made of %s asks the plugin for the session's id", (page, expected) => {
    expect(returnUrl(page)).toBe(expected)
  })

  it("needs a whole address where there is no page to complete it", () => {
    expect(() => returnUrl("/return")).toThrow("Invalid URL")
  })

  it.each([
    ["https://shop.example/return?payment_session_id=payses_1", "payses_1"],
    ["/return?a=b&payment_session_id=payses_1#x", "payses_1"],
    ["/return?payment_session_id=", undefined],
    ["/return", undefined],
  ])("%s names the session %s", (address, id) => {
    expect(paymentSessionIdIn(address)).toBe(id)
  })
})
