import { ask } from "./ask"
import { CryptoPaymentError } from "./errors"
import type { StoreSdk } from "./sdk"

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
  /** The hosted page to lead the browser to; null for an inline payment. */
  checkoutUrl: string | null
}

/**
 * Opens a payment for the cart, or finds the one again that is open for the
 * same price, provider and coin: a reload or a double click opens no second
 * one. It takes the place of any other payment session of the cart.
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
  const session = opened.payment_collection.payment_sessions?.find(
    ({ provider_id }) => provider_id === providerId
  )
  if (!session) {
    throw new CryptoPaymentError(
      "unavailable",
      `Medusa opened no payment session of ${providerId}.`
    )
  }
  const { checkout_url } = session.data ?? {}
  return {
    paymentSessionId: session.id,
    checkoutUrl: isWebAddress(checkout_url) ? checkout_url : null,
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

/** A browser is led there, so no other scheme will do. */
function isWebAddress(value: unknown): value is string {
  return typeof value === "string" && /^https?:\/\//i.test(value)
}
