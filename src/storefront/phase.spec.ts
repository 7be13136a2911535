import { payment } from "./fixtures/payment"
import { isFinal, phaseOf } from "./phase"
import type { CryptoPayment } from "./payment"

describe("the phase of a payment", () => {
  it.each<[string, Partial<CryptoPayment>, string]>([
    ["being opened", { state: "creating" }, "waiting"],
    ["open", {}, "waiting"],
    ["paid", { state: "paid" }, "placing_order"],
    ["settled", { state: "settled" }, "order_placed"],
    ["run out", { state: "closed", gateway_status: "expired" }, "expired"],
    ["closed by us", { state: "closed", gateway_status: null }, "expired"],
    ["failed", { state: "closed", gateway_status: "failed" }, "failed"],
    ["in front of a person", { state: "attention" }, "attention"],
    ["taken care of", { state: "resolved" }, "resolved"],
    ["open, for another price", { cart: "changed" }, "cart_changed"],
    [
      "run out, for another price",
      { state: "closed", cart: "changed" },
      "cart_changed",
    ],
    ["replaced", { replaced: true }, "replaced"],
    [
      "replaced, for another price",
      { replaced: true, cart: "changed" },
      "replaced",
    ],
    [
      "open, of a cart that is an order",
      { cart: "completed" },
      "paid_otherwise",
    ],
    [
      "run out, of a cart that is an order",
      { state: "closed", gateway_status: "expired", cart: "completed" },
      "paid_otherwise",
    ],
    ["taken over by a later session", { current: false }, "waiting"],
    [
      "paid after it was replaced",
      { state: "paid", replaced: true },
      "placing_order",
    ],
    [
      "settled after it was replaced",
      { state: "settled", replaced: true },
      "order_placed",
    ],
    ["of a status nobody knows", { gateway_status: "frozen" }, "waiting"],
  ])("that is %s is told", (_, patch, phase) => {
    expect(phaseOf(payment(patch))).toBe(phase)
  })

  it.each(["__proto__", "constructor", "toString", "refunding", "", null, {}])(
    'is "checking" for the state %j, which this kit does not know',
    (state) => {
      expect(phaseOf({ ...payment(), state } as never)).toBe("checking")
    }
  )

  it("is the last one only where nothing can follow", () => {
    expect(isFinal("order_placed")).toBe(true)
    expect(isFinal("expired")).toBe(false)
    expect(isFinal("attention")).toBe(false)
  })
})
