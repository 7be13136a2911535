import { ask } from "./ask"
import type { CryptoCurrency } from "./payment"
import type { StoreSdk } from "./sdk"

/**
 * The coins that the shop can receive, for the shopper to choose from.
 *
 * @param options.providerId the inline provider, such as `pp_crypto-h2h_crypto`.
 * @throws CryptoPaymentError
 */
export async function listCryptoCurrencies(
  sdk: StoreSdk,
  { providerId, signal }: { providerId: string; signal?: AbortSignal }
): Promise<CryptoCurrency[]> {
  const { currencies } = await ask<{ currencies: CryptoCurrency[] }>(
    sdk,
    "/store/crypto-payments/currencies",
    { query: { provider_id: providerId }, signal }
  )
  return currencies.filter(({ code, name, network }) =>
    [code, name, network].every((text) => typeof text === "string")
  )
}
