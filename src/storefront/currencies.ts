import type { CryptoCurrency } from "./start"
import { sendStoreRequest, type StoreSdk } from "./store-api"

/**
 * Lists the coins that the store accepts.
 *
 * @param options.providerId the inline provider, such as `pp_crypto-h2h_crypto`.
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
