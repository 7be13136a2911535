import type { AdminCryptoPaymentsAnswer } from "./crypto-payment"
import { sdk } from "./sdk"

/** A page of `GET /admin/crypto-payments`; throws on any other answer. */
export async function listCryptoPayments(
  query: object
): Promise<AdminCryptoPaymentsAnswer> {
  const answer = await sdk.client.fetch<AdminCryptoPaymentsAnswer>(
    "/admin/crypto-payments",
    { query: { ...query } }
  )
  if (!Array.isArray(answer.crypto_payments)) {
    throw new Error("The answer holds no crypto payments.")
  }
  return answer
}
