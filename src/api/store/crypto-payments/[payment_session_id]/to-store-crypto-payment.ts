import type {
  Attempt,
  ReceivableCurrency,
} from "../../../../modules/crypto-payment"
import type { CartStanding, Standing } from "./cart-standing"

/**
 * What the shopper may know: `state` is the ledger's, with no reason where a
 * person is needed; `order_id` is there once the order is; `checkout_url`
 * (hosted page), or address, coin, network and exact amount (inline), while
 * there is something to pay. `current` is false when a later session took the
 * payment over, `replaced` is true when another payment took its place.
 * Times are ISO 8601, by the server's clock (`server_time`); `expires_at` is
 * null when it is not known.
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
  cart: CartStanding
  expires_at: string | null
  server_time: string
}

/** What the ledger's row does not have. */
export type Surroundings = Standing & {
  sessionId: string
  coin: ReceivableCurrency | undefined
  expiresAt: Date | null
  now: Date
}

export function toStoreCryptoPayment(
  attempt: Attempt,
  { sessionId, coin, cart, replaced, expiresAt, now }: Surroundings
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
