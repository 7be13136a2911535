import { facts, order, payment, underpaid as short } from "../fixtures/facts"
import type { AttentionFact } from "./attention-fact"
import { decide, type Decision } from "./decide"
import type { Facts } from "./facts"

const price = { amount: "19.99", currency_code: "eur" }
const more = { amount: "24.99", currency_code: "eur" }
const dollars = { amount: "19.99", currency_code: "usd" }
/** Something is due for it still. */
const open = { ...order, pending: { amount: "5.00", currency_code: "eur" } }
const nothing = { amount: "0.00", currency_code: "eur" }
const overpaid = {
  ...order,
  pending: { amount: "-15.00", currency_code: "eur" },
  due: { amount: "-15.00", currency_code: "eur" },
}
const settle: Decision = {
  type: "settle",
  order_id: "order_1",
  payment_id: "pay_1",
}

describe("confirmed money that needs a person", () => {
  type AttentionRow = [
    row: string,
    facts: Facts,
    reason: string,
    fact: AttentionFact,
  ]

  it.each<AttentionRow>([
    [
      "the cart costs more by now",
      facts({ cart: { price: more } }),
      "amount_mismatch",
      { type: "cart_price_differs", paid: price, due: more },
    ],
    [
      "the cart is in another currency by now",
      facts({ cart: { price: dollars } }),
      "amount_mismatch",
      { type: "cart_price_differs", paid: price, due: dollars },
    ],
    [
      "the collection costs more by now and has no cart",
      facts(
        { cart: null, collection: { id: "pay_col_1", price: more } },
        { for_cart: false }
      ),
      "amount_mismatch",
      { type: "collection_price_differs", paid: price, due: more },
    ],
    [
      "core captured it, and reserved no stock for its order",
      facts({ payment, order: { ...order, unfinished: "unreserved" } }),
      "order_not_placed",
      { type: "order_unfinished", order_number: 12 },
    ],
    [
      "core captured it for half an order, and another payment stands",
      facts({
        payment,
        order: { ...order, unfinished: "undo" },
        paid_otherwise: true,
      }),
      "order_not_placed",
      { type: "order_unfinished", order_number: 12 },
    ],
    [
      "core captured it, and the gateway names another price by now",
      facts({ order, payment, gateway_price: more }),
      "amount_mismatch",
      { type: "gateway_price_differs", paid: more, due: price },
    ],
    [
      "the gateway took less than the attempt was opened for",
      facts({ gateway_price: { amount: "1.00", currency_code: "eur" } }),
      "amount_mismatch",
      {
        type: "gateway_price_differs",
        paid: { amount: "1.00", currency_code: "eur" },
        due: price,
      },
    ],
    [
      "the gateway took another currency",
      facts({ gateway_price: dollars }),
      "amount_mismatch",
      { type: "gateway_price_differs", paid: dollars, due: price },
    ],
    [
      "the cart costs more, and the late money is no excuse",
      facts({ cart: { price: more } }, { was_closed: true }),
      "amount_mismatch",
      { type: "cart_price_differs", paid: price, due: more },
    ],
    [
      "another payment stands against the order",
      facts({ order, paid_otherwise: true }),
      "duplicate_payment",
      { type: "order_paid_otherwise", order_number: 12 },
    ],
    [
      "another payment stands against the cart, which has no order yet",
      facts({ paid_otherwise: true }),
      "duplicate_payment",
      { type: "cart_paid_otherwise" },
    ],
    [
      "the order was paid by this and by another payment",
      facts({ order: overpaid, payment, paid_otherwise: true }),
      "duplicate_payment",
      { type: "order_paid_twice", order_number: 12 },
    ],
    [
      "more was due for the order than was paid",
      facts({ payment, order: { ...open, due: more } }),
      "amount_mismatch",
      {
        type: "captured_price_differs",
        order_number: 12,
        paid: price,
        due: more,
      },
    ],
    [
      "less was due for the order than was paid",
      facts({
        payment,
        order: { ...overpaid, due: { amount: "5.00", currency_code: "eur" } },
      }),
      "amount_mismatch",
      {
        type: "captured_price_differs",
        order_number: 12,
        paid: price,
        due: { amount: "5.00", currency_code: "eur" },
      },
    ],
    [
      "the order is in another currency",
      facts({ payment, order: { ...open, due: dollars } }),
      "amount_mismatch",
      {
        type: "captured_price_differs",
        order_number: 12,
        paid: price,
        due: dollars,
      },
    ],
    [
      "it is not known what was due for the order",
      facts({ payment, order: { ...open, due: null } }),
      "amount_mismatch",
      {
        type: "captured_price_differs",
        order_number: 12,
        paid: price,
        due: null,
      },
    ],
    [
      "an order exists that costs something else",
      facts({ order: { ...order, due: more } }),
      "amount_mismatch",
      { type: "order_price_differs", order_number: 12, paid: price, due: more },
    ],
    [
      "an edit of the order was taken back before the money for it came",
      facts({ cart: null, order: overpaid }, { for_cart: false }),
      "amount_mismatch",
      {
        type: "order_price_differs",
        order_number: 12,
        paid: price,
        due: { amount: "-15.00", currency_code: "eur" },
      },
    ],
    [
      "an edit of the order was taken back in part",
      facts(
        {
          cart: null,
          order: {
            ...order,
            due: { amount: "5.00", currency_code: "eur" },
          },
        },
        { for_cart: false }
      ),
      "amount_mismatch",
      {
        type: "order_price_differs",
        order_number: 12,
        paid: price,
        due: { amount: "5.00", currency_code: "eur" },
      },
    ],
    [
      "its unpaid order was paid by a payment of another collection",
      facts({ order: { ...order, due: nothing, has_others: true } }),
      "duplicate_payment",
      { type: "order_paid_otherwise", order_number: 12 },
    ],
    [
      "core captured it for an order that a payment of another collection had paid",
      facts({
        payment,
        order: { ...overpaid, due: nothing, has_others: true },
      }),
      "duplicate_payment",
      { type: "order_paid_twice", order_number: 12 },
    ],
    [
      "a payment of another collection paid a part of its order",
      facts({
        order: {
          ...order,
          due: { amount: "5.00", currency_code: "eur" },
          has_others: true,
        },
      }),
      "amount_mismatch",
      {
        type: "order_price_differs",
        order_number: 12,
        paid: price,
        due: { amount: "5.00", currency_code: "eur" },
      },
    ],
    [
      "credit lines left nothing to be paid for its order",
      facts({ order: { ...order, due: nothing } }),
      "amount_mismatch",
      {
        type: "order_price_differs",
        order_number: 12,
        paid: price,
        due: nothing,
      },
    ],
    [
      "its order was canceled after core captured it",
      facts({ payment, order: { ...order, canceled: true } }),
      "late_payment",
      { type: "canceled_order_holds_payment", order_number: 12 },
    ],
    [
      "an edit of the order was taken back after core captured the money for it",
      facts({ cart: null, payment, order: overpaid }, { for_cart: false }),
      "amount_mismatch",
      {
        type: "order_overpaid",
        order_number: 12,
        excess: { amount: "15.00", currency_code: "eur" },
      },
    ],
    [
      "another payment stands against the order, and it came late",
      facts({ order, paid_otherwise: true }, { was_closed: true }),
      "duplicate_payment",
      { type: "order_paid_otherwise", order_number: 12 },
    ],
    [
      "the order was cancelled",
      facts({ order: { ...order, canceled: true } }),
      "late_payment",
      { type: "order_canceled", order_number: 12, shortfall: null },
    ],
    [
      "the order was cancelled after another payment",
      facts({ order: { ...order, canceled: true }, paid_otherwise: true }),
      "duplicate_payment",
      { type: "order_paid_otherwise", order_number: 12 },
    ],
    [
      "nothing in Medusa matches",
      facts(
        { cart: null, collection: null, session: null },
        { for_cart: false }
      ),
      "unmatched",
      { type: "no_cart_or_collection" },
    ],
    [
      "its cart is gone, whatever its collection says",
      facts({ cart: null }),
      "unmatched",
      { type: "cart_gone" },
    ],
    [
      "its cart is gone after Medusa captured it without an order",
      facts({ cart: null, payment }),
      "unmatched",
      { type: "cart_gone" },
    ],
    [
      "the row was made from an observation without a price",
      facts({ gateway_price: null }, { price: null }),
      "unmatched",
      { type: "price_unknown" },
    ],
    [
      "the cart's total is not known",
      facts({ cart: { price: null } }),
      "unmatched",
      { type: "price_unknown" },
    ],
    [
      "it came late and its cart is gone",
      facts(
        { cart: null, collection: null, session: null },
        { was_closed: true }
      ),
      "late_payment",
      { type: "cart_gone_after_close" },
    ],
    [
      "some of it was sent back, so the sale is not what it was",
      facts({}, { state: "attention", sent_back: true }),
      "order_not_placed",
      { type: "decided_by_admin" },
    ],
    [
      "its order lacks the capture, and no session is left to book it by",
      facts({ session: null, order, payment: { ...payment, booked: false } }),
      "order_not_placed",
      { type: "not_bookable", order_number: 12 },
    ],
    [
      "test coins in live mode",
      facts({}, { is_test: true }),
      "test_mode_mismatch",
      { type: "test_coins" },
    ],
    [
      "nobody said whether test coins paid",
      facts({}, { is_test: null }),
      "test_mode_mismatch",
      { type: "test_mode_unknown" },
    ],
    [
      "nothing matches, and nobody said whether test coins paid",
      facts(
        { cart: null, collection: null, session: null },
        { is_test: null, for_cart: false }
      ),
      "unmatched",
      { type: "no_cart_or_collection" },
    ],
    [
      "real coins in test mode",
      facts({ merchant: { test_mode: true } }),
      "test_mode_mismatch",
      { type: "real_coins" },
    ],
  ])("%s", (_row, facts, reason, fact) => {
    expect(decide(facts)).toEqual({ type: "attention", reason, fact })
  })

  it("reports test coins before anything else", () => {
    const worst = facts(
      {
        payment,
        order: { ...order, canceled: true },
        cart: { price: more },
        paid_otherwise: true,
      },
      { is_test: true, was_closed: true }
    )
    expect(decide(worst)).toMatchObject({ reason: "test_mode_mismatch" })
  })

  it("reports another payment even where its own is captured", () => {
    const both = facts({ payment, order: overpaid, paid_otherwise: true })
    expect(decide(both)).toMatchObject({ reason: "duplicate_payment" })
  })

  it("reports another payment before any amount", () => {
    const paidOtherwise = facts({
      order,
      paid_otherwise: true,
      cart: { price: more },
      gateway_price: dollars,
    })
    expect(decide(paidOtherwise)).toMatchObject({ reason: "duplicate_payment" })
  })

  it("reports the gateway's amount before the cart's", () => {
    const both = facts({
      gateway_price: dollars,
      cart: { price: more },
    })
    expect(decide(both)).toMatchObject({
      fact: { type: "gateway_price_differs", paid: dollars, due: price },
    })
  })
})

describe("money of which too little arrived", () => {
  const exceeded = { type: "exceeded", fact: short } as const
  const underpaid: Decision = {
    type: "attention",
    reason: "underpaid",
    fact: short,
  }

  it.each([
    ["no order", facts({}, { shortfall: exceeded })],
    ["no session", facts({ session: null }, { shortfall: exceeded })],
    [
      "an order that was placed before it",
      facts({ order }, { shortfall: exceeded }),
    ],
    [
      "a collection without a cart",
      facts({ cart: null }, { shortfall: exceeded, for_cart: false }),
    ],
    [
      "money that was closed before",
      facts({}, { shortfall: exceeded, was_closed: true }),
    ],
    [
      "attention already",
      facts({}, { shortfall: exceeded, state: "attention" }),
    ],
  ])("needs a person, with %s", (_with, given) => {
    expect(decide(given)).toEqual(underpaid)
  })

  it("needs a person to accept it before its canceled order makes it late", () => {
    const canceled = { order: { ...order, canceled: true } }
    expect(decide(facts(canceled, { shortfall: exceeded }))).toEqual({
      ...underpaid,
      fact: { type: "order_canceled", order_number: 12, shortfall: short },
    })
    const awaited = facts(canceled, { shortfall: { type: "awaited" } })
    expect(decide(awaited)).toEqual({ type: "record" })
    const accepted = facts(canceled, { shortfall: { type: "accepted" } })
    expect(decide(accepted)).toMatchObject({ reason: "late_payment" })
  })

  it("is not decided about while what arrived is awaited", () => {
    const awaited = facts({}, { shortfall: { type: "awaited" } })
    expect(decide(awaited)).toEqual({ type: "record" })
  })

  it("is settled where Medusa captured it before", () => {
    const captured = facts({ payment, order }, { shortfall: exceeded })
    expect(decide(captured)).toEqual(settle)
    const unplaced = facts({ payment }, { shortfall: exceeded })
    expect(decide(unplaced)).toMatchObject({ type: "process" })
  })

  it.each<[string, Facts, string]>([
    [
      "another payment",
      facts({ paid_otherwise: true }, { shortfall: exceeded }),
      "duplicate_payment",
    ],
    [
      "another price",
      facts({ cart: { price: more } }, { shortfall: exceeded }),
      "amount_mismatch",
    ],
    [
      "test coins",
      facts({}, { shortfall: exceeded, is_test: true }),
      "test_mode_mismatch",
    ],
  ])("reports %s first", (_what, given, reason) => {
    expect(decide(given)).toMatchObject({ type: "attention", reason })
  })

  it("reports too little before a refund of a part", () => {
    const sentBack = facts({}, { shortfall: exceeded, sent_back: true })
    expect(decide(sentBack)).toEqual(underpaid)
  })
})
