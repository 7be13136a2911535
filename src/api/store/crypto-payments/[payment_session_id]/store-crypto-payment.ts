import type { RemoteQueryFunction } from "@medusajs/framework/types"
import {
  type Attempt,
  attemptPrice,
  type ReceivableCurrency,
  sameAmount,
  toDecimalString,
} from "../../../../modules/crypto-payment"

/**
 * The cart of an unpaid payment now: it still costs what the payment asks for
 * (`same`), something else (`changed`), or became an order without this payment
 * (`completed`). Null where there is no cart to compare with, or the payment is
 * confirmed.
 */
export type CartComparison = "same" | "changed" | "completed" | null

/**
 * `replaced`: the shopper started another payment since, so the cart's payment
 * session is not one of this payment's. A cart without any session replaces
 * nothing: a payment still becomes its order.
 */
export type CartStatus = { cart: CartComparison; replaced: boolean }

/**
 * What the shopper may know: `state` without an attention reason; `order_id` once
 * the order exists; `checkout_url` (hosted page), or address, coin, network and
 * exact amount (inline), while the payment is open. `current` is false when a
 * later session uses the payment, `replaced` is true when another payment
 * replaced it. Times are ISO 8601, by the server's clock (`server_time`);
 * `expires_at` is null when it is not known.
 */
export type StoreCryptoPayment = Pick<
  Attempt,
  | "provider_id"
  | "state"
  | "gateway_status"
  | "order_id"
  | "flow"
  | "amount"
  | "currency_code"
  | "checkout_url"
  | "wallet_address"
  | "crypto_amount"
  | "crypto_currency"
  | "is_test"
> & {
  payment_session_id: string
  crypto_name: string | null
  crypto_network: string | null
  current: boolean
  replaced: boolean
  cart: CartComparison
  expires_at: string | null
  server_time: string
}

/** What the attempt itself does not have. */
export type PaymentContext = CartStatus & {
  sessionId: string
  coin: ReceivableCurrency | undefined
  expiresAt: Date | null
  now: Date
}

export function toStoreCryptoPayment(
  attempt: Attempt,
  { sessionId, coin, cart, replaced, expiresAt, now }: PaymentContext
): StoreCryptoPayment {
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

/** Compares the cart with the payment that was opened for it. */
export async function readCartStatus(
  query: Pick<RemoteQueryFunction, "graph">,
  attempt: Attempt
): Promise<CartStatus> {
  const replaced = attempt.superseded_at !== null
  const price = attemptPrice(attempt)
  if (!isUnpaid(attempt) || !attempt.cart_id || !price) {
    return { cart: null, replaced }
  }
  const { data } = await query.graph({
    entity: "cart",
    fields: [
      "id",
      "currency_code",
      "total",
      "completed_at",
      "payment_collection.payment_sessions.id",
    ],
    filters: { id: attempt.cart_id },
  })
  const cart = data[0]
  if (!cart) return { cart: null, replaced }
  if (cart.completed_at) return { cart: "completed", replaced }
  const total = toDecimalString(cart.total, cart.currency_code)
  const same =
    cart.currency_code.toLowerCase() === price.currency_code &&
    sameAmount(total, price.amount)
  const sessions: ({ id: string } | null)[] =
    cart.payment_collection?.payment_sessions ?? []
  return {
    cart: same ? "same" : "changed",
    replaced:
      replaced ||
      (sessions.length > 0 &&
        !sessions.some(
          (each) => each && attempt.session_ids.includes(each.id)
        )),
  }
}

function isUnpaid({ state }: Attempt): boolean {
  return state === "creating" || state === "open" || state === "closed"
}
