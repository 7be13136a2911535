import { findAsset } from "../../../coins"
import type { ReceivableCurrency } from "./currencies"

/** Nobody chooses among more, and the answer to a shopper stays small. */
const MAX_OFFERED = 100

const STABLECOINS: readonly (string | null)[] = ["USDT", "USDC", "DAI"]

/**
 * What a shopper may choose of the coins that the gateway lists: those that the merchant names, in
 * that order; where none are named all, stablecoins first.
 */
export function offeredCoins(
  listed: readonly ReceivableCurrency[],
  named: readonly string[] | null
): ReceivableCurrency[] {
  if (named) {
    return named.flatMap((code) => listed.filter((coin) => coin.code === code))
  }
  const rank = (coin: ReceivableCurrency) =>
    STABLECOINS.includes(findAsset(coin)) ? 0 : 1
  return [...listed]
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, MAX_OFFERED)
}

/** The coins that a merchant names and the gateway does not list, which nobody can choose. */
export function unlistedCoins(
  listed: readonly ReceivableCurrency[],
  named: readonly string[] | null
): string[] {
  return (named ?? []).filter(
    (code) => !listed.some((coin) => coin.code === code)
  )
}
