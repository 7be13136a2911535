/** Networks whose addresses and transaction hashes have a form that can be checked. */
export type CoinNetwork =
  | { family: "evm" }
  | { family: "tron" }
  | { family: "bitcoin"; chain: BitcoinChain; isTest: boolean }

/** The chains with the addresses of Bitcoin, in versions of their own. */
export type BitcoinChain = "bitcoin" | "litecoin" | "dogecoin"

/** A coin as the gateway names it; the network is null where it did not. */
export type Coin = {
  crypto_currency: string
  crypto_network: string | null
}

const TEST_NETWORK = /test|sepolia|holesky|nile|shasta|signet/i

/** By the name of the network. Words, since gateways add more ("BSC testnet", "Polygon PoS"). */
const FAMILY_BY_NETWORK: readonly [RegExp, Family][] = [
  [/\btron\b|\btrc-?(20|10)\b|\bnile\b|\bshasta\b/i, "tron"],
  [/\blitecoin\b/i, "litecoin"],
  [/\bdogecoin\b/i, "dogecoin"],
  [/\bbitcoin\b(?!\s*(cash|sv|gold|abc))/i, "bitcoin"],
  [
    /^(ethereum|sepolia|holesky|bsc|bnb smart chain|binance smart chain|polygon|arbitrum|optimism|base|avalanche c-chain|linea|gnosis|celo)\b(?! classic)/i,
    "evm",
  ],
]

/** By the coin's code, where the network has no name. */
const FAMILY_BY_CODE: readonly [RegExp, Family][] = [
  [/_TRC20$|^TRX$/i, "tron"],
  [/_(ERC20|BEP20|POLYGON)$|^(ETH|BNB|POL|MATIC)$/i, "evm"],
  [/^BTC$/i, "bitcoin"],
  [/^LTC$/i, "litecoin"],
  [/^DOGE$/i, "dogecoin"],
]

type Family = "evm" | "tron" | BitcoinChain

/** Null for a network without a form that is known here. */
export function coinNetwork({
  crypto_currency,
  crypto_network,
}: Coin): CoinNetwork | null {
  const code = crypto_currency.replace(/_TEST$/i, "")
  const [, family] =
    crypto_network === null
      ? (FAMILY_BY_CODE.find(([pattern]) => pattern.test(code)) ?? [])
      : (FAMILY_BY_NETWORK.find(([name]) => name.test(crypto_network)) ?? [])
  if (!family) return null
  if (family === "evm" || family === "tron") return { family }
  const isTest =
    TEST_NETWORK.test(crypto_network ?? "") || code !== crypto_currency
  return { family: "bitcoin", chain: family, isTest }
}

/** Whether a text has the form of the network's transaction hashes; true where it is not known. */
export function isTransactionHash(
  text: string,
  network: CoinNetwork | null
): boolean {
  switch (network?.family) {
    case undefined:
      return true
    case "evm":
      return /^0x[0-9a-f]{64}$/i.test(text)
    case "tron":
    case "bitcoin":
      return /^[0-9a-f]{64}$/i.test(text)
  }
}
