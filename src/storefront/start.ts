import { ask } from "./ask"
import { CryptoPaymentError } from "./errors"
import type { StoreSdk } from "./sdk"
import { webAddress } from "./web-address"

export type StartCryptoPayment = {
  cartId: string
  /** `pp_crypto_<id>` (hosted page) or `pp_crypto-h2h_<id>` (inline). */
  providerId: string
  /** The coin of an inline payment: a `code` of `listCryptoCurrencies`. */
  targetCurrency?: string
  /** Where the hosted page leads to after the payment; see `returnUrl`. @default the shop's options */
  successUrl?: string
  /** Where it leads to without one. @default the shop's options */
  failUrl?: string
  signal?: AbortSignal
}

/** What was opened; all else is told by `watchCryptoPayment`. */
export type StartedCryptoPayment = {
  paymentSessionId: string
  /** The hosted page to lead the browser to; null for an inline payment, and where the cart is paid already. */
  checkoutUrl: string | null
}

/**
 * Opens a payment for the cart, or finds the one again that is open for the
 * same price, provider and coin: a reload or a double click opens no second
 * one. It takes the place of any other payment session of the cart. On a cart
 * whose payment was received, it finds that payment: watch it to tell how it
 * stands.
 *
 * @throws CryptoPaymentError: `refused` with a sentence when the cart cannot be
 * paid like this (paid already, a coin that the shop does not take).
 */
export async function startCryptoPayment(
  sdk: StoreSdk,
  wish: StartCryptoPayment
): Promise<StartedCryptoPayment> {
  const { cartId, providerId, signal } = wish
  const { payment_collection } = await ask<CollectionAnswer>(
    sdk,
    "/store/payment-collections",
    { method: "POST", body: { cart_id: cartId }, signal }
  )
  const opened = await ask<CollectionAnswer>(
    sdk,
    `/store/payment-collections/${payment_collection.id}/payment-sessions`,
    {
      method: "POST",
      body: {
        provider_id: providerId,
        data: {
          success_url: wish.successUrl,
          fail_url: wish.failUrl,
          target_currency: wish.targetCurrency,
        },
      },
      signal,
    }
  )
  const sessions = opened.payment_collection.payment_sessions ?? []
  // A cart that is paid already keeps its session, whichever way it was paid.
  const session =
    sessions.find(({ provider_id }) => provider_id === providerId) ??
    sessions.find(({ provider_id }) => provider_id.startsWith("pp_crypto"))
  if (!session) {
    throw new CryptoPaymentError(
      "unavailable",
      `Medusa opened no payment session of ${providerId}.`
    )
  }
  const { checkout_url } = session.data ?? {}
  return {
    paymentSessionId: session.id,
    checkoutUrl: webAddress(checkout_url),
  }
}

type CollectionAnswer = {
  payment_collection: {
    id: string
    payment_sessions?: {
      id: string
      provider_id: string
      data?: Record<string, unknown>
    }[]
  }
}
