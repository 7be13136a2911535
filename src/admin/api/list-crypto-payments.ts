import type { AdminCryptoPaymentsResponse } from "../../api/types"
import { sdk } from "./sdk"

/** A page of `GET /admin/crypto-payments`; throws on any other answer. */
export async function listCryptoPayments(
  query: object
): Promise<AdminCryptoPaymentsResponse> {
  const answer = await sdk.client.fetch<AdminCryptoPaymentsResponse>(
    "/admin/crypto-payments",
    { query: { ...query } }
  )
  if (!Array.isArray(answer.crypto_payments)) {
    throw new Error("The answer holds no crypto payments.")
  }
  return answer
}
