/** Networks whose addresses and transaction hashes have a form that can be checked. */
export type CoinNetwork =
  | { family: "evm" }
  | { family: "tron" }
  | { family: "bitcoin"; chain: BitcoinChain; isTest: boolean }

/** The chains with the addresses of Bitcoin, in versions of their own. */
export type BitcoinChain = "bitcoin" | "litecoin" | "dogecoin"

/**
 * A coin as the gateway lists it; the network is null where it did not. The code can have any form,
 * and some gateways use one on a main and on a test network: nothing follows from it.
 */
export type Coin = {
  crypto_currency: string
  crypto_network: string | null
  /** Whether its payment is a test payment; by the network's name where that is not known. */
  is_test?: boolean | null
}

/** Names of test networks. */
export const TEST_NETWORK = /test|sepolia|holesky|nile|shasta|signet/i

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

type Family = "evm" | "tron" | BitcoinChain

/** Null for a network that is not known, or without a form that is known here. */
export function coinNetwork({
  crypto_network,
  is_test,
}: Coin): CoinNetwork | null {
  if (crypto_network === null) return null
  const [, family] =
    FAMILY_BY_NETWORK.find(([name]) => name.test(crypto_network)) ?? []
  if (!family) return null
  if (family === "evm" || family === "tron") return { family }
  const isTest = is_test ?? TEST_NETWORK.test(crypto_network)
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
