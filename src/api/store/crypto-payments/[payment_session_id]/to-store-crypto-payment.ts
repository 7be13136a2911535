import type { Attempt } from "../../../../modules/crypto-payment/ledger/rows"

/**
 * What the shopper may know: `state` is the ledger's; `order_id` is there once
 * the order is; `checkout_url` (hosted page), or address, coin and exact amount
 * (inline), while there is something to pay. `current` is false when the cart
 * has moved on to another session.
 */
export type StoreCryptoPayment = Pick<
  Attempt,
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
> & { payment_session_id: string; current: boolean }

export function toStoreCryptoPayment(
  attempt: Attempt,
  sessionId: string
): StoreCryptoPayment {
  const payable = attempt.state === "open"
  return {
    payment_session_id: sessionId,
    current: attempt.payment_session_id === sessionId,
    state: attempt.state,
    gateway_status: attempt.gateway_status,
    order_id: attempt.order_id,
    flow: attempt.flow,
    amount: attempt.amount,
    currency_code: attempt.currency_code,
    checkout_url: payable ? attempt.checkout_url : null,
    wallet_address: payable ? attempt.wallet_address : null,
    crypto_amount: attempt.crypto_amount,
    crypto_currency: attempt.crypto_currency,
    is_test: attempt.is_test,
  }
}
