import { ask } from "./ask"
import type { StoreSdk } from "./sdk"

/**
 * The payment session that a cart has with a provider: what to watch again
 * after a reload. Undefined when it has none.
 *
 * @throws CryptoPaymentError: `not_found` when there is no such cart.
 */
export async function findCryptoPayment(
  sdk: StoreSdk,
  options: { cartId: string; providerId: string; signal?: AbortSignal }
): Promise<string | undefined> {
  const { cartId, providerId, signal } = options
  const { cart } = await ask<CartAnswer>(
    sdk,
    `/store/carts/${encodeURIComponent(cartId)}`,
    { query: { fields: "id,*payment_collection.payment_sessions" }, signal }
  )
  return cart.payment_collection?.payment_sessions?.find(
    ({ provider_id }) => provider_id === providerId
  )?.id
}

type CartAnswer = {
  cart: {
    payment_collection?: {
      payment_sessions?: { id: string; provider_id: string }[] | null
    } | null
  }
}
