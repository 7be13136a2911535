import { toCryptoPaymentError } from "./errors"
import type { StoreRequest, StoreSdk } from "./sdk"

/**
 * One request to the store API.
 *
 * @throws CryptoPaymentError, or the caller's own reason when it gave up.
 */
export async function ask<Answer>(
  sdk: StoreSdk,
  path: string,
  request: StoreRequest
): Promise<Answer> {
  request.signal?.throwIfAborted()
  try {
    return await sdk.client.fetch<Answer>(path, request)
  } catch (error) {
    request.signal?.throwIfAborted()
    throw toCryptoPaymentError(error)
  }
}
