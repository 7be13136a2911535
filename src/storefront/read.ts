import { ask } from "./ask"
import type { CryptoPayment } from "./payment"
import { type CryptoPaymentPhase, phaseOf } from "./phase"
import type { StoreSdk } from "./sdk"

/**
 * Looks once, where nothing can be watched: on a server that renders the return
 * page, for instance.
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
  return { phase: phaseOf(crypto_payment), payment: crypto_payment }
}
