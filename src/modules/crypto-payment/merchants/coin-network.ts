/** Networks whose addresses and transaction hashes have a form that can be checked. */
export type CoinNetwork =
  | { family: "evm" }
  | { family: "tron" }
  | { family: "bitcoin"; chain: BitcoinChain; isTest: boolean }
  | { family: "xrp"; isTest: boolean }
  | { family: "ton"; isTest: boolean }
  | { family: "stellar" }

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
  [/\b(xrp|xrpl|ripple)\b(?![\s-]*evm)/i, "xrp"],
  [/\b(ton|toncoin|the open network)\b/i, "ton"],
  [/\b(stellar|xlm)\b/i, "stellar"],
]

type Family = "evm" | "tron" | "xrp" | "ton" | "stellar" | BitcoinChain

/** Further networks on which an exchange has one address for all of its customers. */
const TAGGED_NETWORK = new RegExp(
  "\\b(" +
    "eos|vaulta|wax|telos|cosmos|atom|osmosis|osmo|injective|inj|sei|kava|terra|luna|celestia|" +
    "thorchain|rune|dydx|hedera|hbar|stacks|stx|nem|xem|hive|steem" +
    ")\\b(?![\\s-]*evm)",
  "i"
)

/** Null for a network that is not known, or without a form that is known here. */
export function coinNetwork({
  crypto_network,
  is_test,
}: Coin): CoinNetwork | null {
  if (crypto_network === null) return null
  const [, family] =
    FAMILY_BY_NETWORK.find(([name]) => name.test(crypto_network)) ?? []
  if (!family) return null
  if (family === "evm" || family === "tron" || family === "stellar") {
    return { family }
  }
  const isTest = is_test ?? TEST_NETWORK.test(crypto_network)
  if (family === "xrp" || family === "ton") return { family, isTest }
  return { family: "bitcoin", chain: family, isTest }
}

/**
 * Whether an address can need a tag or memo beside it, which tells an exchange whose coins they are.
 * Where the network is not named, the coin's code says it: a field too many costs nothing.
 */
export function hasAddressTag(coin: Coin): boolean {
  const { crypto_currency } = coin
  // Words of a code, as in `XRP_TEST`.
  const crypto_network =
    coin.crypto_network ?? crypto_currency.replace(/_/g, " ")
  const network = coinNetwork({ ...coin, crypto_network })
  return (
    ["xrp", "ton", "stellar"].includes(network?.family ?? "") ||
    TAGGED_NETWORK.test(crypto_network)
  )
}

/** Whether a text has the form of the network's transaction hashes; true where it is not known. */
export function isTransactionHash(
  text: string,
  network: CoinNetwork | null
): boolean {
  switch (network?.family) {
    case undefined:
    case "ton":
      return true
    case "evm":
      return /^0x[0-9a-f]{64}$/i.test(text)
    case "tron":
    case "bitcoin":
    case "xrp":
    case "stellar":
      return /^[0-9a-f]{64}$/i.test(text)
  }
}
