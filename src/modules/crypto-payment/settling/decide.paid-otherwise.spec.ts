import { facts, order, payment } from "../fixtures/facts"
import { decide, type Decision } from "./decide"
import type { Facts } from "./facts"

const more = { amount: "24.99", currency_code: "eur" }
const settle: Decision = {
  type: "settle",
  order_id: "order_1",
  payment_id: "pay_1",
}
const open = { ...order, pending: { amount: "5.00", currency_code: "eur" } }
const paidOtherwise = { order, payment, paid_otherwise: true }

describe("captured money of a sale with another payment", () => {
  it.each<[string, Facts]>([
    ["exactly that was due for its order", facts(paidOtherwise)],
    [
      "what Medusa captured was due for its order, and the ledger has no price",
      facts(paidOtherwise, { price: null }),
    ],
    [
      "what the ledger says was due for its order, and Medusa's capture cannot be read",
      facts({ ...paidOtherwise, payment: { ...payment, price: null } }),
    ],
    [
      "it is for a part of what was due, without a cart",
      facts(
        { ...paidOtherwise, cart: null, order: { ...order, due: more } },
        { for_cart: false }
      ),
    ],
  ])("is settled when %s", (_case, facts) => {
    expect(decide(facts)).toEqual(settle)
  })

  it.each<[string, Facts]>([
    [
      "something else was due for its cart's order",
      facts({ ...paidOtherwise, order: { ...open, due: more } }),
    ],
    [
      "it is not known what was due for its cart's order",
      facts({ ...paidOtherwise, order: { ...open, due: null } }),
    ],
    [
      "nobody knows what was paid",
      facts(
        { ...paidOtherwise, order: open, payment: { ...payment, price: null } },
        { price: null }
      ),
    ],
    [
      "its capture was taken back",
      facts({ ...paidOtherwise, payment: { ...payment, captured: false } }),
    ],
    [
      "its order was canceled before it was captured",
      facts({
        ...paidOtherwise,
        payment: null,
        order: { ...order, canceled: true },
      }),
    ],
    ["there is no order", facts({ ...paidOtherwise, order: null })],
  ])("is a duplicate when %s", (_case, facts) => {
    expect(decide(facts)).toMatchObject({
      type: "attention",
      reason: "duplicate_payment",
    })
  })
})
