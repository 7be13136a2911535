import { facts, order, payment } from "../fixtures/facts"
import { decide, type Decision } from "./decide"
import type { Facts } from "./facts"

const more = { amount: "24.99", currency_code: "eur" }
const settle: Decision = {
  type: "settle",
  order_id: "order_1",
  payment_id: "pay_1",
}
const paidOtherwise = { order, payment, paid_otherwise: true }

describe("captured money of a sale with another payment", () => {
  it.each<[string, Facts]>([
    ["its order was placed for exactly that", facts(paidOtherwise)],
    [
      "its order was placed for what Medusa captured, and the ledger has no price",
      facts(paidOtherwise, { price: null }),
    ],
    [
      "its order was placed for what the ledger says, and Medusa's capture cannot be read",
      facts({ ...paidOtherwise, payment: { ...payment, price: null } }),
    ],
    [
      "it is for a part of an order without a cart, which was placed for more",
      facts(
        { ...paidOtherwise, cart: null, order: { ...order, placed: more } },
        { for_cart: false }
      ),
    ],
  ])("is settled when %s", (_case, facts) => {
    expect(decide(facts)).toEqual(settle)
  })

  it.each<[string, Facts]>([
    [
      "its cart's order was placed for something else",
      facts({ ...paidOtherwise, order: { ...order, placed: more } }),
    ],
    [
      "it is not known what its cart's order was placed for",
      facts({ ...paidOtherwise, order: { ...order, placed: null } }),
    ],
    [
      "nobody knows what was paid",
      facts(
        { ...paidOtherwise, payment: { ...payment, price: null } },
        { price: null }
      ),
    ],
    [
      "its order does not show it",
      facts({ ...paidOtherwise, payment: { ...payment, booked: false } }),
    ],
    [
      "its capture was taken back",
      facts({ ...paidOtherwise, payment: { ...payment, captured: false } }),
    ],
    [
      "its order was canceled",
      facts({ ...paidOtherwise, order: { ...order, canceled: true } }),
    ],
    ["there is no order", facts({ ...paidOtherwise, order: null })],
  ])("is a duplicate when %s", (_case, facts) => {
    expect(decide(facts)).toMatchObject({
      type: "attention",
      reason: "duplicate_payment",
    })
  })
})
