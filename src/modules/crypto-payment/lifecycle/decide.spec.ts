import { facts } from "../fixtures/facts"
import { decide, type Decision } from "./decide"
import type { Facts } from "./facts"

const more = { amount: "24.99", currency_code: "eur" }
const dollars = { amount: "19.99", currency_code: "usd" }
const order = { id: "order_1", canceled: false }
const payment = { id: "pay_1", captured: true }
const settle: Decision = {
  type: "settle",
  order_id: "order_1",
  payment_id: "pay_1",
}
const process: Decision = { type: "process", session_id: "payses_1" }

type Row = [row: string, facts: Facts, decision: Decision]

describe("money that is not confirmed", () => {
  const open = { state: "open", outcome: "open", gateway_status: null } as const
  const unpaid = { state: "open", outcome: "unpaid" } as const

  it.each<Row>([
    ["not final", facts({}, open), { type: "record" }],
    [
      "not final before the gateway answered",
      facts({}, { ...open, state: "creating" }),
      { type: "record" },
    ],
    [
      "not final after it was closed",
      facts({}, { ...open, state: "closed", was_closed: true }),
      { type: "record" },
    ],
    [
      "expired",
      facts({}, { ...unpaid, gateway_status: "expired" }),
      { type: "close", session_id: "payses_1", session_status: "canceled" },
    ],
    [
      "failed",
      facts({}, { ...unpaid, gateway_status: "failed" }),
      { type: "close", session_id: "payses_1", session_status: "error" },
    ],
    [
      "expired, its session gone",
      facts({ session: null }, { ...unpaid, gateway_status: "expired" }),
      { type: "close", session_id: null, session_status: "canceled" },
    ],
    [
      "expired, its session paid",
      facts({ payment }, { ...unpaid, gateway_status: "expired" }),
      { type: "close", session_id: null, session_status: "canceled" },
    ],
  ])("%s", (_row, facts, decision) => {
    expect(decide(facts)).toEqual(decision)
  })
})

describe("confirmed money that fits", () => {
  it.each<Row>([
    ["goes to core with its session", facts(), process],
    [
      "is taken by a manual confirmation too",
      facts({}, { gateway_status: "confirmed_manual" }),
      process,
    ],
    [
      "is processed in any writing of the same price",
      facts({
        gateway_price: { amount: "19.990", currency_code: "EUR" },
        session: {
          id: "payses_1",
          price: { amount: "19.9900", currency_code: "Eur" },
          status: "pending",
        },
      }),
      process,
    ],
    [
      "is processed where the gateway named no price",
      facts({ gateway_price: null }),
      process,
    ],
    [
      "is processed once more while a person has it",
      facts({}, { state: "attention" }),
      process,
    ],
    [
      "is processed when it came late and nothing changed",
      facts({}, { was_closed: true }),
      process,
    ],
    [
      "is processed when its payment is not captured yet",
      facts({ payment: { id: "pay_1", captured: false } }),
      process,
    ],
    [
      "is processed again when it is captured without an order",
      facts({ payment }),
      process,
    ],
    [
      "is processed for an order that nobody paid yet",
      facts({ order }),
      process,
    ],
    [
      "is processed for a collection without a cart",
      facts({ cart: null }),
      process,
    ],
    [
      "is processed in test mode with test coins",
      facts({ merchant: { test_mode: true } }, { is_test: true }),
      process,
    ],
    ["is settled by its captured order", facts({ payment, order }), settle],
    [
      "is settled by a captured collection without a cart",
      facts({ cart: null, payment }),
      { type: "settle", order_id: null, payment_id: "pay_1" },
    ],
    [
      "is settled out of a person's hands",
      facts({ payment, order }, { state: "attention" }),
      settle,
    ],
    [
      "is given a session where its own is gone",
      facts({ session: null }),
      { type: "reattach" },
    ],
    [
      "is given a session where its own has another price",
      facts({ session: { id: "payses_1", price: more, status: "pending" } }),
      { type: "reattach" },
    ],
    [
      "is given a session where its own has another currency",
      facts({ session: { id: "payses_1", price: dollars, status: "pending" } }),
      { type: "reattach" },
    ],
  ])("%s", (_row, facts, decision) => {
    expect(decide(facts)).toEqual(decision)
  })

  it.each(["settled", "resolved"] as const)(
    "is left alone once it is %s",
    (state) => {
      expect(decide(facts({ order: null }, { state }))).toEqual({
        type: "record",
      })
    }
  )

  it("is decided by the ledger, whatever the gateway says later", () => {
    for (const outcome of ["unpaid", "open"] as const) {
      expect(decide(facts({}, { outcome, gateway_status: "expired" }))).toEqual(
        process
      )
    }
  })
})

describe("confirmed money that needs a person", () => {
  type AttentionRow = [
    row: string,
    facts: Facts,
    reason: string,
    detail: string | RegExp,
  ]

  it.each<AttentionRow>([
    [
      "the cart costs more by now",
      facts({ cart: { id: "cart_1", price: more, completed: false } }),
      "amount_mismatch",
      "Paid for 19.99 EUR, due is 24.99 EUR.",
    ],
    [
      "the cart is in another currency by now",
      facts({ cart: { id: "cart_1", price: dollars, completed: false } }),
      "amount_mismatch",
      "Paid for 19.99 EUR, due is 19.99 USD.",
    ],
    [
      "the collection costs more by now and has no cart",
      facts({ cart: null, collection: { id: "pay_col_1", price: more } }),
      "amount_mismatch",
      /due is 24\.99 EUR/,
    ],
    [
      "the gateway took less than the attempt was opened for",
      facts({ gateway_price: { amount: "1.00", currency_code: "eur" } }),
      "amount_mismatch",
      "Paid for 1.00 EUR, due is 19.99 EUR.",
    ],
    [
      "the gateway took another currency",
      facts({ gateway_price: dollars }),
      "amount_mismatch",
      /19\.99 USD/,
    ],
    [
      "the cart costs more, and the late money is no excuse",
      facts(
        { cart: { id: "cart_1", price: more, completed: false } },
        { was_closed: true }
      ),
      "amount_mismatch",
      /24\.99/,
    ],
    [
      "another payment stands against the order",
      facts({ order, paid_otherwise: true }),
      "duplicate_payment",
      "Order order_1 was already paid by another payment.",
    ],
    [
      "another payment stands against the cart, which has no order yet",
      facts({ paid_otherwise: true }),
      "duplicate_payment",
      "Its cart was already paid by another payment.",
    ],
    [
      "the order was paid by this and by another payment",
      facts({ order, payment, paid_otherwise: true }),
      "duplicate_payment",
      "Order order_1 is paid twice: by this payment and by another one.",
    ],
    [
      "another payment stands against the order, and it came late",
      facts({ order, paid_otherwise: true }, { was_closed: true }),
      "duplicate_payment",
      /order_1/,
    ],
    [
      "the order was cancelled",
      facts({ order: { ...order, canceled: true } }),
      "late_payment",
      /order_1/,
    ],
    [
      "the order was cancelled after another payment",
      facts({ order: { ...order, canceled: true }, paid_otherwise: true }),
      "duplicate_payment",
      /order_1/,
    ],
    [
      "nothing in Medusa matches",
      facts({ cart: null, collection: null, session: null }),
      "unmatched",
      /No cart/,
    ],
    [
      "the row was made from an observation without a price",
      facts({ gateway_price: null }, { price: null }),
      "unmatched",
      /No cart/,
    ],
    [
      "the cart's total is not known",
      facts({ cart: { id: "cart_1", price: null, completed: false } }),
      "unmatched",
      /No cart/,
    ],
    [
      "it came late and its cart is gone",
      facts(
        { cart: null, collection: null, session: null },
        { was_closed: true }
      ),
      "late_payment",
      /gone/,
    ],
    [
      "test coins in live mode",
      facts({}, { is_test: true }),
      "test_mode_mismatch",
      /test coins while the provider takes real ones/,
    ],
    [
      "nobody said whether test coins paid",
      facts({}, { is_test: null }),
      "test_mode_mismatch",
      "The gateway did not say whether test coins paid.",
    ],
    [
      "nothing matches, and nobody said whether test coins paid",
      facts({ cart: null, collection: null, session: null }, { is_test: null }),
      "unmatched",
      /No cart/,
    ],
    [
      "real coins in test mode",
      facts({ merchant: { test_mode: true } }),
      "test_mode_mismatch",
      /real coins while the provider is in test mode/,
    ],
  ])("%s", (_row, facts, reason, detail) => {
    expect(decide(facts)).toEqual({
      type: "attention",
      reason,
      detail:
        typeof detail === "string" ? detail : expect.stringMatching(detail),
    })
  })

  it("is told of test coins before anything else", () => {
    const worst = facts(
      {
        payment,
        order: { id: "order_1", canceled: true },
        cart: { id: "cart_1", price: more, completed: true },
        paid_otherwise: true,
      },
      { is_test: true, was_closed: true }
    )
    expect(decide(worst)).toMatchObject({ reason: "test_mode_mismatch" })
  })

  it("is told of another payment even where its own is captured", () => {
    const both = facts({ payment, order, paid_otherwise: true })
    expect(decide(both)).toMatchObject({ reason: "duplicate_payment" })
  })

  it("is told of a captured payment before a cancelled order", () => {
    const canceled = { ...order, canceled: true }
    expect(decide(facts({ payment, order: canceled }))).toEqual(settle)
  })

  it("is told of another payment before any amount", () => {
    const paidOtherwise = facts({
      order,
      paid_otherwise: true,
      cart: { id: "cart_1", price: more, completed: true },
      gateway_price: dollars,
    })
    expect(decide(paidOtherwise)).toMatchObject({ reason: "duplicate_payment" })
  })

  it("is told of the gateway's amount before the cart's", () => {
    const both = facts({
      gateway_price: dollars,
      cart: { id: "cart_1", price: more, completed: false },
    })
    expect(decide(both)).toMatchObject({
      detail: "Paid for 19.99 USD, due is 19.99 EUR.",
    })
  })
})
