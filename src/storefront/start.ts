import {
  CryptoPaymentError,
  listCryptoCurrencies,
  sendStoreRequest,
  type StoreSdk,
  toCryptoPaymentError,
} from "./store-api"
import { parseWebUrl } from "./urls"

/** What is paid: a cart, or the payment collection of an order. */
export type CryptoPaymentSubject =
  | { cartId: string; paymentCollectionId?: undefined }
  | { cartId?: undefined; paymentCollectionId: string }

export type StartCryptoPaymentOptions = CryptoPaymentSubject & {
  /** `pp_crypto_<id>` (hosted page) or `pp_crypto-inline_<id>` (inline). */
  providerId: string
  /** The coin of an inline payment: a `code` of `listCryptoCurrencies`. */
  targetCurrency?: string
  /**
   * Where the hosted page redirects after a payment; see `buildReturnUrl`.
   * @default the plugin's options
   */
  successUrl?: string
  /** Where it redirects without a payment. @default the plugin's options */
  failUrl?: string
  signal?: AbortSignal
}

/** A started payment. `watchCryptoPayment` reports its progress. */
export type StartedCryptoPayment = {
  paymentSessionId: string
  /** The hosted page to open; null for an inline payment and for a paid cart. */
  checkoutUrl: string | null
  /** The order, where the store places it before the payment; else null. */
  orderId: string | null
}

/**
 * Starts a payment, or finds the open one with the same price, provider and coin: a reload, a
 * double click or a second tab starts no second one. Other sessions of the cart are replaced; of a
 * paid cart it returns that of the received payment.
 * @throws CryptoPaymentError: `refused` when the cart cannot be paid like this.
 */
export async function startCryptoPayment(
  sdk: StoreSdk,
  options: StartCryptoPaymentOptions
): Promise<StartedCryptoPayment> {
  const { cartId, signal } = options
  const post = <Answer>(path: string, body?: Record<string, unknown>) =>
    sendStoreRequest<Answer>(sdk, path, { method: "POST", body, signal })

  const createCollection = async () => {
    const { payment_collection } = await post<CollectionAnswer>(
      "/store/payment-collections",
      { cart_id: cartId }
    )
    return payment_collection.id
  }
  const collectionId =
    cartId === undefined
      ? options.paymentCollectionId
      : // Core fails with 500 where the other tab has made the collection meanwhile.
        await repeatAfter(500, createCollection)

  const openSession = async () => {
    const { payment_collection } = await post<CollectionAnswer>(
      `/store/payment-collections/${encodeURIComponent(collectionId)}/payment-sessions`,
      {
        provider_id: options.providerId,
        data: {
          success_url: options.successUrl,
          fail_url: options.failUrl,
          target_currency: options.targetCurrency,
        },
      }
    )
    return findSession(payment_collection, options.providerId)
  }
  // Core fails with 404 where the session that it was to replace is gone; or it lists the session
  // of the other tab only, which is not ready.
  const { id, data } = await repeatAfter(404, openSession).catch((error) =>
    throwCause(sdk, options, error)
  )

  const placeOrder = async (cartId: string) => {
    // Completing a cart again returns the order that it became.
    const { order, error } = await post<CompletionAnswer>(
      `/store/carts/${encodeURIComponent(cartId)}/complete`
    )
    if (order) return order.id
    const message = error?.message ?? "The order could not be placed."
    throw new CryptoPaymentError("refused", message)
  }
  const placesOrder = data?.place_order === "before_payment"
  return {
    paymentSessionId: id,
    checkoutUrl: parseWebUrl(data?.checkout_url),
    orderId:
      placesOrder && cartId !== undefined ? await placeOrder(cartId) : null,
  }
}

/** Medusa's own sentence about a coin that is gone is in English. */
async function throwCause(
  sdk: StoreSdk,
  options: StartCryptoPaymentOptions,
  error: unknown
): Promise<never> {
  const { targetCurrency: coin } = options
  const refused = toCryptoPaymentError(error)
  if (coin !== undefined && refused.kind === "refused") {
    const coins = await listCryptoCurrencies(sdk, options).catch(() => null)
    if (coins?.every(({ code }) => code !== coin)) {
      const { message, status } = refused
      throw new CryptoPaymentError("coin_not_offered", message, status)
    }
  }
  throw error
}

/** While another tab starts a payment, a request fails so, or has no session yet. */
async function repeatAfter<Answer>(
  status: number,
  send: () => Promise<Answer>
): Promise<Answer> {
  for (const delayMs of [300, 900]) {
    try {
      return await send()
    } catch (error) {
      const isCollision =
        error instanceof NotReadyError ||
        (error instanceof CryptoPaymentError && error.status === status)
      if (!isCollision) throw error
      await new Promise((resolve) => setTimeout(resolve, delayMs))
    }
  }
  return await send()
}

class NotReadyError extends CryptoPaymentError {}

/** A paid cart keeps its session, which may be of the other crypto provider. */
function findSession(
  { payment_sessions: sessions }: CollectionAnswer["payment_collection"],
  providerId: string
): StoreSession {
  // The plugin writes the session's id into its data once a payment was opened for it.
  const ready = (sessions ?? []).filter(
    ({ id, data }) => data?.session_id === id
  )
  const session =
    ready.find(({ provider_id }) => provider_id === providerId) ??
    ready.find(({ provider_id }) => provider_id.startsWith("pp_crypto"))
  if (!session) {
    throw new NotReadyError("unavailable", "Medusa sent no payment.", 200)
  }
  return session
}

type StoreSession = {
  id: string
  provider_id: string
  data?: Record<string, unknown> | null
}

type CompletionAnswer = {
  order?: { id: string }
  error?: { message?: string }
}

type CollectionAnswer = {
  payment_collection: { id: string; payment_sessions?: StoreSession[] }
}
