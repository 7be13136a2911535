import { sameAmount } from "./money"
import type { Price } from "./price"
import type { Shortfall } from "../shortfalls/shortfall"
import { type AttemptState, isPaidState } from "../attempts/states"
import type { Attempt } from "../models/rows"

/** What is compared when core authorizes a session. */
export type AuthorizationFacts = {
  state: AttemptState
  price: Price | null
  /** The price that the gateway named, where it named one. */
  gateway_price: Price | null
  is_test: boolean | null
  test_mode: boolean
  session_price: Price
  /** See `priceDue`. */
  due: Price | null
  paid_otherwise: boolean
  order_canceled: boolean
  /** An admin recorded that some of the money was sent back. */
  sent_back: boolean
  shortfall: Shortfall
}

/**
 * Whether an attempt may authorize a session: with confirmed money, or for an
 * order that is placed before its payment. Core compares no amounts at cart
 * completion, so all prices must be the same here.
 */
export function mayAuthorize(facts: AuthorizationFacts): boolean {
  const { price, gateway_price, session_price, due } = facts
  if (facts.state === "resolved" || !price) return false
  if (facts.is_test !== facts.test_mode) return false
  if (facts.paid_otherwise || facts.order_canceled) return false
  if (facts.sent_back || facts.shortfall.type !== "accepted") return false
  if (!due || !isSamePrice(due, price)) return false
  return [gateway_price, session_price].every(
    (other) => other === null || isSamePrice(other, price)
  )
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
