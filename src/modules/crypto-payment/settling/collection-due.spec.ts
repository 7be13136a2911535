import { collectionDue, type CollectionFacts } from "./due"
import type { PaymentMovements } from "./due"

const euro = (amount: string) => ({ amount, currency_code: "eur" })

const payment = (captured: number, refunded = 0): PaymentMovements => ({
  currency_code: "eur",
  captures: captured ? [{ amount: captured }] : [],
  refunds: refunded ? [{ amount: refunded }] : [],
})

/** An order of 10 EUR that nothing was paid for. */
const facts = (patch: Partial<CollectionFacts> = {}): CollectionFacts => ({
  for_cart: true,
  price: euro("10.00"),
  canceled: false,
  order: { canceled: false, pending: euro("10.00") },
  payments: [],
  ...patch,
})

const pending = (amount: string) => ({
  order: { canceled: false, pending: euro(amount) },
})

const unpaid = { state: "unpaid", due: euro("10.00") }
const paid = { state: "paid", due: null }
const changed = (amount: string) => ({ state: "changed", due: euro(amount) })

describe("what is due for a payment collection", () => {
  it.each<[string, Partial<CollectionFacts>, object]>([
    ["an unpaid order", {}, unpaid],
    ["an unpaid difference", { for_cart: false }, unpaid],
    [
      "a part of what is pending for an order",
      { for_cart: false, ...pending("15.00") },
      unpaid,
    ],
    [
      "a cart's order that costs more by now",
      pending("15.00"),
      changed("15.00"),
    ],
    ["a cart's order that costs less by now", pending("5.00"), changed("5.00")],
    [
      "a difference of which only a part is pending by now",
      { for_cart: false, ...pending("5.00") },
      { state: "unpaid", due: euro("5.00") },
    ],
    [
      "a difference that was taken back",
      { for_cart: false, ...pending("-5.00") },
      paid,
    ],
    ["a paid order", { ...pending("0.00"), payments: [payment(10)] }, paid],
    [
      "a paid order of which a part was refunded",
      { ...pending("4.00"), payments: [payment(10, 4)] },
      paid,
    ],
    [
      "a paid order to which something was added",
      { ...pending("15.00"), payments: [payment(10)] },
      paid,
    ],
    [
      "an order of which a part was paid before an edit",
      { price: euro("15.00"), ...pending("10.00"), payments: [payment(5)] },
      changed("10.00"),
    ],
    [
      "an order with an authorized payment",
      { payments: [payment(0)] },
      changed("10.00"),
    ],
    [
      "a difference with an authorized payment",
      { for_cart: false, payments: [payment(0)] },
      unpaid,
    ],
    [
      "an order whose payment was canceled",
      { payments: [{ ...payment(10), canceled_at: "2026-01-01" }] },
      unpaid,
    ],
    [
      "a collection that another one replaced",
      { canceled: true },
      changed("10.00"),
    ],
    [
      "a collection of nothing",
      { for_cart: false, price: euro("0.00") },
      changed("10.00"),
    ],
    [
      "an order whose summary cannot be read",
      { order: { canceled: false, pending: null } },
      { state: "changed", due: null },
    ],
    [
      "a canceled order",
      { canceled: true, order: { canceled: true, pending: euro("10.00") } },
      { state: "canceled", due: null },
    ],
  ])("of %s", (_, patch, due) => {
    expect(collectionDue(facts(patch))).toEqual(due)
  })
})
