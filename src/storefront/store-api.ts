/** The options of a request to the store API. */
export type StoreRequest = {
  method?: "GET" | "POST"
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Record<string, unknown>
  signal?: AbortSignal
}

/** A `Medusa` of `@medusajs/js-sdk` with the publishable key; every version has this shape. */
export type StoreSdk = {
  client: {
    fetch<Answer>(path: string, request?: StoreRequest): Promise<Answer>
  }
}

/**
 * `refused`: the message says why. `coin_not_offered`: list the coins again. `not_found`: no such
 * cart, session, provider or link. `unavailable`: no answer, or try later.
 */
export type CryptoPaymentErrorKind =
  "refused" | "coin_not_offered" | "not_found" | "unavailable"

/** The error of every function of the kit. `retryable`: the same call may succeed later. */
export class CryptoPaymentError extends Error {
  override readonly name = "CryptoPaymentError"
  readonly retryable: boolean

  constructor(
    readonly kind: CryptoPaymentErrorKind,
    message: string,
    /** HTTP status; undefined without an answer. */
    readonly status?: number
  ) {
    super(message)
    this.retryable = kind === "unavailable"
  }
}

/** @throws CryptoPaymentError, or the reason of an aborted `signal`. */
export async function sendStoreRequest<Answer>(
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

/** js-sdk throws an error with the HTTP status, or of a failed connection. */
export function toCryptoPaymentError(error: unknown): CryptoPaymentError {
  if (error instanceof CryptoPaymentError) return error
  const message = error instanceof Error ? error.message : String(error)
  const given: unknown = Reflect.get(Object(error), "status")
  const status = typeof given === "number" ? given : undefined
  // Not: request timeout, conflict with the cart's lock, rate limit.
  const isFinal = /^4(?!08|09|29)/.test(String(status))
  const finalKind = status === 404 ? "not_found" : "refused"
  return new CryptoPaymentError(
    isFinal ? finalKind : "unavailable",
    message,
    status
  )
}

/** A coin on a network. */
export type CryptoCurrency = { code: string; name: string; network: string }

/**
 * The coins that the store accepts with an inline provider, such as `pp_crypto-inline_crypto`.
 * @throws CryptoPaymentError
 */
export async function listCryptoCurrencies(
  sdk: StoreSdk,
  { providerId, signal }: { providerId: string; signal?: AbortSignal }
): Promise<CryptoCurrency[]> {
  const { currencies } = await sendStoreRequest<{
    currencies: CryptoCurrency[]
  }>(sdk, "/store/crypto-payments/currencies", {
    query: { provider_id: providerId },
    signal,
  })
  return currencies.filter(({ code, name, network }) =>
    [code, name, network].every((text) => typeof text === "string")
  )
}
