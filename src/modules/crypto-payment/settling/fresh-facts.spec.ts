import { attemptRow } from "../fixtures/attempt-row"
import { plainFacts } from "../fixtures/facts"
import type { Attempt } from "../models/crypto-payment"
import { decide } from "./decide"
import { freshFacts, type OpenedCollection } from "./facts"
import { attemptPrice, gatewayPrice } from "./money"
import type { Shortfall } from "../shortfalls/shortfall"

const price = { amount: "19.99", currency_code: "eur" }
const session = {
  id: "payses_1",
  status: "pending",
  price,
  has_payment: false,
}
const collection: OpenedCollection = {
  id: "pay_col_1",
  price,
  sessions: [session],
  is_ordered: false,
  is_only_one: true,
}

/** The session that core is handed; undefined where all facts are read first. */
function tried(
  patch: Partial<Attempt> = {},
  changes: Partial<OpenedCollection> = {},
  shortfall: Shortfall = { type: "accepted" }
) {
  const attempt = attemptRow({
    state: "paid",
    gateway_status: "confirmed",
    ...patch,
  })
  const { state, is_test } = attempt
  const facts = freshFacts(
    attempt,
    {
      attempt: {
        ...plainFacts.attempt,
        ...{ state, is_test, shortfall, price: attemptPrice(attempt) },
      },
      gateway_price: gatewayPrice(attempt),
      merchant: { test_mode: false },
    },
    { ...collection, ...changes }
  )
  const decision = facts && decide(facts)
  return decision?.type === "process" ? decision.session_id : undefined
}

describe("what core is asked for at once", () => {
  it("is the order of a payment that was just confirmed", () => {
    expect(tried()).toBe("payses_1")
    expect(tried({ gateway_amount: "19.990", gateway_currency: "EUR" })).toBe(
      "payses_1"
    )
  })

  it.each<[string, Partial<Attempt>]>([
    ["is not paid", { state: "open" }],
    ["needs attention", { state: "attention", attention_reason: "unmatched" }],
    ["is settled", { state: "settled" }],
    ["was tried before", { tries: 1 }],
    ["was closed before", { closed_at: new Date() }],
    ["is for no cart", { cart_id: null }],
    ["has an order", { order_id: "order_1" }],
    ["has a payment", { payment_id: "pay_1" }],
    ["authorized a session", { authorized_session_id: "payses_1" }],
    ["has no session", { payment_session_id: null }],
    ["has another session", { payment_session_id: "payses_2" }],
    ["has no price", { amount: null }],
    ["had another price", { amount: "19.98" }],
    ["had another currency", { currency_code: "usd" }],
    ["is priced otherwise", { gateway_amount: "2", gateway_currency: "EUR" }],
    ["is a test payment", { is_test: true }],
    ["may be a test payment", { is_test: null }],
  ])("is nothing for an attempt that %s", (_what, attempt) => {
    expect(tried(attempt)).toBeUndefined()
  })

  it.each<[string, Partial<OpenedCollection>]>([
    ["has no session", { sessions: [] }],
    ["has two sessions", { sessions: [session, { ...session, id: "b" }] }],
    [
      "has an ended session",
      { sessions: [{ ...session, status: "canceled" }] },
    ],
    [
      "has a session with a payment",
      { sessions: [{ ...session, has_payment: true }] },
    ],
    [
      "has a session with another price",
      { sessions: [{ ...session, price: { ...price, amount: "1" } }] },
    ],
    ["has another amount", { price: { ...price, amount: "20" } }],
    ["is an order's", { is_ordered: true }],
    ["is not the only one", { is_only_one: false }],
  ])("is nothing where the collection %s", (_what, changes) => {
    expect(tried({}, changes)).toBeUndefined()
  })

  it("is nothing while it is not certain that enough arrived", () => {
    expect(tried({}, {}, { type: "awaited" })).toBeUndefined()
  })
})
