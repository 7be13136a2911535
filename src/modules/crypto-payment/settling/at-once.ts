import type { Attempt } from "../models/rows"
import { mayAuthorize } from "./authorization"
import { attemptPrice, gatewayPrice, type Price } from "./price"
import type { Shortfall } from "../shortfalls/shortfall"

/** What core has in an attempt's payment collection. */
export type UntriedCollection = {
  price: Price
  sessions: {
    id: string
    status: string
    price: Price
    has_payment: boolean
  }[]
  /** An order is linked to it, or to the cart: core writes these links one by one. */
  is_ordered: boolean
  /** The cart has no other collection, which may be paid. */
  is_only_one: boolean
}

/** Whether nothing was ever tried with an attempt of a cart but to open it, and its money was confirmed. */
export function isUntried(attempt: Attempt): boolean {
  return (
    attempt.state === "paid" &&
    attempt.tries === 0 &&
    attempt.cart_id !== null &&
    attempt.closed_at === null &&
    attempt.order_id === null &&
    attempt.payment_id === null &&
    attempt.authorized_session_id === null
  )
}

/**
 * The session with which core may be asked at once for the order of an untried attempt: the only one
 * of its collection. Undefined where `decide` has to look at all facts first. What is not looked at
 * here, the cart's price foremost, the provider compares when core authorizes the session under the
 * cart's lock, by the same rule; what came of it is decided from all facts.
 */
export function sessionToTryAtOnce(
  attempt: Attempt,
  collection: UntriedCollection,
  merchant: { test_mode: boolean; shortfall: Shortfall }
): string | undefined {
  const [session, ...others] = collection.sessions
  if (!session || others.length > 0) return undefined
  if (collection.is_ordered || !collection.is_only_one) return undefined
  if (session.id !== attempt.payment_session_id) return undefined
  if (session.status !== "pending" || session.has_payment) return undefined
  if (!isUntried(attempt)) return undefined
  const mayBe = mayAuthorize({
    state: attempt.state,
    price: attemptPrice(attempt),
    gateway_price: gatewayPrice(attempt),
    is_test: attempt.is_test,
    test_mode: merchant.test_mode,
    session_price: session.price,
    // Core derives the order's payment status from it.
    due: collection.price,
    paid_otherwise: false,
    order_canceled: false,
    sent_back: false,
    shortfall: merchant.shortfall,
  })
  return mayBe ? session.id : undefined
}
