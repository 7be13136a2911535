import type { CryptoPayment } from "./payment-state"
import { getPhase, type CryptoPaymentPhase } from "./phase"
import {
  CryptoPaymentError,
  sendStoreRequest,
  type StoreSdk,
} from "./store-api"
import { parseWebUrl } from "./urls"

/**
 * Reads a payment once, for example on a server that renders the return page.
 * `checkout_url` is null unless it is http or https, and `order_id` unless `cartId` is the payment's
 * cart.
 *
 * @throws CryptoPaymentError: `not_found` when there is no such payment;
 * `unavailable` says nothing about the payment, read it again.
 */
export async function readCryptoPayment(
  sdk: StoreSdk,
  options: { paymentSessionId: string; cartId?: string; signal?: AbortSignal }
): Promise<{ phase: CryptoPaymentPhase; payment: CryptoPayment }> {
  const { paymentSessionId, cartId, signal } = options
  const { crypto_payment } = await sendStoreRequest<{
    crypto_payment: CryptoPayment
  }>(sdk, `/store/crypto-payments/${encodeURIComponent(paymentSessionId)}`, {
    query: cartId ? { cart_id: cartId } : undefined,
    signal,
  })
  return toKnown(crypto_payment)
}

/**
 * Finds the payment of a cart, for example after a reload: one that was received, also
 * when the cart was changed afterwards, else the one that is under way. Null when there
 * is none.
 *
 * @throws CryptoPaymentError
 */
export async function findCryptoPayment(
  sdk: StoreSdk,
  { cartId, signal }: { cartId: string; signal?: AbortSignal }
): Promise<{ phase: CryptoPaymentPhase; payment: CryptoPayment } | null> {
  const { crypto_payment } = await sendStoreRequest<{
    crypto_payment: CryptoPayment | null
  }>(sdk, "/store/crypto-payments", { query: { cart_id: cartId }, signal })
  return crypto_payment === null ? null : toKnown(crypto_payment)
}

function toKnown(answer: CryptoPayment) {
  const payment = sanitizePayment(answer)
  return { phase: getPhase(payment), payment }
}

/** Replaces what a page cannot show or must not link to by null. */
export function sanitizePayment(answer: CryptoPayment): CryptoPayment {
  if (typeof answer !== "object" || answer === null) {
    throw new CryptoPaymentError("unavailable", "Medusa sent no payment.")
  }
  const payment: Record<string, unknown> = { ...answer }
  for (const name in payment) {
    const isToken = name === "crypto_token"
    if (typeof payment[name] === "object" && !isToken) payment[name] = null
  }
  payment.checkout_url = parseWebUrl(payment.checkout_url)
  return payment as CryptoPayment
}
