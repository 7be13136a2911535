import { type AttemptState, isPaidState } from "../attempts/states"
import type { Attempt } from "../models/crypto-payment"
import { type Price, sameAmount } from "./money"
import type { Shortfall } from "../shortfalls/shortfall"

/** The money of an attempt, and what it is to pay for. */
export type MoneyFacts = {
  price: Price | null
  /** The price that the gateway named, where it named one. */
  gateway_price: Price | null
  is_test: boolean | null
  /** See `priceDue`. */
  due: Price | null
  /** An admin recorded or requested a refund, or recorded that its order was placed manually. */
  sent_back: boolean
  shortfall: Shortfall
}

/** `due` is what the payment was opened for, `paid` what the gateway names. */
type Repriced = { type: "gateway_price_differs"; paid: Price; due: Price }

/** What forbids that money becomes an order. */
export type Objection =
  | { type: "price_unknown" | "test_mode_unknown" | "sent_back" }
  | Repriced
  | { type: "due_differs"; paid: Price; due: Price }
  | { type: "shortfall"; shortfall: Exclude<Shortfall, { type: "accepted" }> }

/**
 * The one comparison of money with what it is to pay for: what comes first forbids an order, and
 * undefined allows it. `decide` uses it, and the provider under the cart's lock.
 */
export function objectionTo(money: MoneyFacts): Objection | undefined {
  const { price, gateway_price, due, shortfall } = money
  if (!price || !due) return { type: "price_unknown" }
  if (money.is_test === null) return { type: "test_mode_unknown" }
  const repriced = gatewayObjection(price, gateway_price)
  if (repriced) return repriced
  if (!isSamePrice(due, price)) return { type: "due_differs", paid: price, due }
  if (shortfall.type !== "accepted") return { type: "shortfall", shortfall }
  return money.sent_back ? { type: "sent_back" } : undefined
}

/** Where the gateway names another price than the payment was opened for. */
export function gatewayObjection(
  price: Price | null,
  named: Price | null
): Repriced | undefined {
  if (!price || !named || isSamePrice(price, named)) return undefined
  return { type: "gateway_price_differs", paid: named, due: price }
}

/** What is compared when core authorizes a session. */
export type AuthorizationFacts = MoneyFacts & {
  state: AttemptState
  test_mode: boolean
  session_price: Price
  paid_otherwise: boolean
  order_canceled: boolean
}

/**
 * Whether an attempt may authorize a session: with confirmed money, or for an
 * order that is placed before its payment. Core compares no amounts at cart
 * completion, so all prices must be the same here.
 */
export function mayAuthorize(facts: AuthorizationFacts): boolean {
  const { state, price, session_price } = facts
  if (state === "resolved" || facts.is_test !== facts.test_mode) return false
  if (facts.paid_otherwise || facts.order_canceled) return false
  if (objectionTo(facts)) return false
  return price !== null && isSamePrice(session_price, price)
}

/** Same currency and same amount, however they are written. */
export function isSamePrice(left: Price, right: Price): boolean {
  return (
    left.currency_code.toLowerCase() === right.currency_code.toLowerCase() &&
    sameAmount(left.amount, right.amount)
  )
}

/**
 * The session that holds an attempt's confirmed money and must stay; null while
 * it is unpaid, and once a person resolved it.
 */
export function paidSession(
  attempt: Pick<
    Attempt,
    "state" | "authorized_session_id" | "payment_session_id"
  >
): string | null {
  if (!isPaidState(attempt.state) || attempt.state === "resolved") return null
  return attempt.authorized_session_id ?? attempt.payment_session_id
}
