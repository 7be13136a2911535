import { ask } from "./ask"
import { CryptoPaymentError } from "./errors"
import type { CryptoPayment } from "./payment"
import { type CryptoPaymentPhase, phaseOf } from "./phase"
import type { StoreSdk } from "./sdk"
import { webAddress } from "./web-address"

/**
 * Looks once, where nothing can be watched: on a server that renders the return
 * page, for instance. `checkout_url` is null unless it is http or https.
 *
 * @throws CryptoPaymentError: `not_found` when there is no such payment;
 * `unavailable` says nothing about the payment, only that it must be asked again.
 */
export async function readCryptoPayment(
  sdk: StoreSdk,
  {
    paymentSessionId,
    signal,
  }: { paymentSessionId: string; signal?: AbortSignal }
): Promise<{ phase: CryptoPaymentPhase; payment: CryptoPayment }> {
  const { crypto_payment } = await ask<{ crypto_payment: CryptoPayment }>(
    sdk,
    `/store/crypto-payments/${encodeURIComponent(paymentSessionId)}`,
    { signal }
  )
  const payment = cleaned(crypto_payment)
  return { phase: phaseOf(payment), payment }
}

/**
 * The answer with nothing in it that a page could not show or must not link to:
 * what is not a plain value becomes null, and so does an address that is none.
 */
function cleaned(answer: CryptoPayment): CryptoPayment {
  if (typeof answer !== "object" || answer === null) {
    throw new CryptoPaymentError("unavailable", "Medusa told no payment.")
  }
  const plain = Object.entries(answer).map(
    ([name, value]: [string, unknown]) => [
      name,
      typeof value === "object" ? null : value,
    ]
  )
  return {
    ...(Object.fromEntries(plain) as CryptoPayment),
    checkout_url: webAddress(answer.checkout_url),
  }
}
