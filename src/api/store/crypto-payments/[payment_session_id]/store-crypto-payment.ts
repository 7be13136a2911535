import { findRecord, type Query } from "../../../../medusa-query"
import {
  type Attempt,
  attemptPrice,
  type AttemptState,
  isSamePrice,
  type ReceivableCurrency,
  toDecimalString,
} from "../../../../modules/crypto-payment"

/** What the attempt itself does not have. */
export type PaymentContext = Awaited<ReturnType<typeof readCartStatus>> & {
  sessionId: string
  coin: ReceivableCurrency | undefined
  expiresAt: Date | null
  now: Date
}

/**
 * What the shopper may know: `state` without an attention reason; how to pay, while
 * the payment is open. `current` is false when a later session uses the payment,
 * `replaced` is true when another payment replaced it. Times are ISO 8601, by the
 * server's clock (`server_time`); `expires_at` is null when it is not known.
 */
export function toStoreCryptoPayment(
  attempt: Attempt,
  { sessionId, coin, cart, replaced, expiresAt, now }: PaymentContext
) {
  const payable = attempt.state === "open"
  return {
    payment_session_id: sessionId,
    provider_id: attempt.provider_id,
    current: attempt.payment_session_id === sessionId,
    replaced,
    state: attempt.state,
    gateway_status: attempt.gateway_status,
    cart,
    order_id: attempt.order_id,
    flow: attempt.flow,
    amount: attempt.amount,
    currency_code: attempt.currency_code,
    checkout_url: payable ? attempt.checkout_url : null,
    wallet_address: payable ? attempt.wallet_address : null,
    crypto_amount: attempt.crypto_amount,
    crypto_currency: attempt.crypto_currency,
    crypto_name: coin?.name ?? null,
    crypto_network: coin?.network ?? null,
    is_test: attempt.is_test,
    expires_at: expiresAt?.toISOString() ?? null,
    server_time: now.toISOString(),
  }
}

const UNPAID_STATES: readonly AttemptState[] = ["creating", "open", "closed"]

/**
 * Compares the cart of an unpaid payment with the payment that was opened for it.
 * - `cart`: it still costs what the payment asks for (`same`), something else
 *   (`changed`), or became an order without this payment (`completed`). Null
 *   where there is no cart to compare with, or the payment is confirmed.
 * - `replaced`: the cart's payment session is not one of this payment's. A cart
 *   without any session replaces nothing: a payment still becomes its order.
 */
export async function readCartStatus(
  query: Query,
  attempt: Attempt
): Promise<{
  cart: "same" | "changed" | "completed" | null
  replaced: boolean
}> {
  const replaced = attempt.superseded_at !== null
  const price = attemptPrice(attempt)
  if (!UNPAID_STATES.includes(attempt.state) || !attempt.cart_id || !price) {
    return { cart: null, replaced }
  }
  const cart = await findRecord(query, "cart", attempt.cart_id, [
    ...["id", "currency_code", "total", "completed_at"],
    "payment_collection.payment_sessions.id",
  ])
  if (!cart) return { cart: null, replaced }
  if (cart.completed_at) return { cart: "completed", replaced }
  const { total, currency_code } = cart
  const amount = toDecimalString(total, currency_code)
  const sessions: ({ id: string } | null)[] =
    cart.payment_collection?.payment_sessions ?? []
  const isOther = sessions.every(
    (each) => !each || !attempt.session_ids.includes(each.id)
  )
  return {
    cart: isSamePrice({ amount, currency_code }, price) ? "same" : "changed",
    replaced: replaced || (sessions.length > 0 && isOther),
  }
}
