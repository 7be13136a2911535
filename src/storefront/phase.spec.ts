import { createPayment } from "./fixtures/payment"
import { getPhase, isFinal } from "./phase"
import type { CryptoPayment } from "./payment-state"

describe("phase of a payment", () => {
  it.each<[string, Partial<CryptoPayment>, string]>([
    ["creating", { state: "creating" }, "waiting"],
    ["open", {}, "waiting"],
    ["paid", { state: "paid" }, "placing_order"],
    ["settled", { state: "settled" }, "order_placed"],
    ["expired", { state: "closed", gateway_status: "expired" }, "expired"],
    [
      "closed without a status",
      { state: "closed", gateway_status: null },
      "expired",
    ],
    ["failed", { state: "closed", gateway_status: "failed" }, "failed"],
    ["attention", { state: "attention" }, "attention"],
    ["resolved", { state: "resolved" }, "resolved"],
    ["open, with another cart price", { cart: "changed" }, "cart_changed"],
    [
      "expired, with another cart price",
      { state: "closed", cart: "changed" },
      "cart_changed",
    ],
    ["replaced", { replaced: true }, "replaced"],
    [
      "replaced, with another cart price",
      { replaced: true, cart: "changed" },
      "replaced",
    ],
    ["open, with a completed cart", { cart: "completed" }, "paid_otherwise"],
    [
      "expired, with a completed cart",
      { state: "closed", gateway_status: "expired", cart: "completed" },
      "paid_otherwise",
    ],
    ["used by a later session", { current: false }, "waiting"],
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
    ["with an unknown gateway status", { gateway_status: "frozen" }, "waiting"],
  ])("%s", (_, patch, phase) => {
    expect(getPhase(createPayment(patch))).toBe(phase)
  })

  it.each(["__proto__", "constructor", "toString", "refunding", "", null, {}])(
    'is "checking" for the unknown state %j',
    (state) => {
      expect(getPhase({ ...createPayment(), state } as never)).toBe("checking")
    }
  )

  it("is final only when no other phase can follow", () => {
    expect(isFinal("order_placed")).toBe(true)
    expect(isFinal("expired")).toBe(false)
    expect(isFinal("attention")).toBe(false)
  })
})
