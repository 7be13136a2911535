export type Asset =
  | ("USDT" | "USDC" | "DAI")
  | ("ETH" | "BNB" | "POL" | "AVAX" | "TRX" | "SOL")
  | ("BTC" | "LTC" | "DOGE" | "BCH" | "XRP")

/**
 * A chain id, or the scheme of the network's links where it has none.
 * No links are made for those of the last line.
 */
export type NetworkId =
  | number
  | ("bitcoin" | "litecoin" | "dogecoin")
  | ("bitcoincash" | "xrpl" | "ton" | "stellar" | "other")

/** How addresses, amounts and links look on a network. */
export type LinkFamily = "evm" | "tron" | "solana" | "bitcoin"

/** How addresses and transaction hashes look on a network. */
export type Family = LinkFamily | "xrp" | "ton" | "stellar"

/** A main network that wallets can be asked to send on. */
export type Network = {
  id: NetworkId
  family: LinkFamily
  /** The coin that pays the fees. */
  native: Asset
  decimals: number
}

/** Of `eth_chainId`, as TRON's wallets answer it. */
export const TRON = 728126428

/** Solana has no such id; this is the one of the token lists. */
export const SOLANA = 501000101

const GNOSIS = 100
const CELO = 42220
const LINEA = 59144

const evm = (id: number, native: Asset): Network => ({
  id,
  family: "evm",
  native,
  decimals: 18,
})

export const NETWORKS: readonly Network[] = [
  evm(1, "ETH"),
  evm(10, "ETH"),
  evm(56, "BNB"),
  evm(137, "POL"),
  evm(8453, "ETH"),
  evm(42161, "ETH"),
  evm(43114, "AVAX"),
  { id: TRON, family: "tron", native: "TRX", decimals: 6 },
  { id: SOLANA, family: "solana", native: "SOL", decimals: 9 },
  { id: "bitcoin", family: "bitcoin", native: "BTC", decimals: 8 },
  { id: "litecoin", family: "bitcoin", native: "LTC", decimals: 8 },
  { id: "dogecoin", family: "bitcoin", native: "DOGE", decimals: 8 },
]

/**
 * Of all networks whose addresses can be checked. Not Bitcoin Cash: its addresses have a form of
 * their own, and the old one of Bitcoin.
 */
const FAMILIES: ReadonlyMap<NetworkId, Family> = new Map<NetworkId, Family>([
  ...NETWORKS.map(({ id, family }) => [id, family] as const),
  // No links are made for these: no wallet is known to take one.
  [GNOSIS, "evm"],
  [CELO, "evm"],
  [LINEA, "evm"],
  ["xrpl", "xrp"],
  ["ton", "ton"],
  ["stellar", "stellar"],
])

/** These make another network of the name beside them. */
const VARIANTS = ["classic", "sv", "gold", "abc", "evm"]

/**
 * The networks that a text speaks of, whatever else it says ("Stellar Lumens", "USDT_TON"); of a
 * test network, which may be named alone ("Sepolia"), the main one.
 */
export function findNetworks(text: string): NetworkId[] {
  const { words, meanings } = readWords(text)
  if (words.some((word) => VARIANTS.includes(word))) return []
  const named = meanings.flatMap(({ network }) => network ?? [])
  const ids =
    named.length > 0
      ? named
      : words.flatMap((word) => TEST_NETWORKS.get(word) ?? [])
  return [...new Set(ids)]
}

/** Null where the networks that a text speaks of do not have one form of addresses. */
export function findFamily(
  text: string
): { id: NetworkId; family: Family } | null {
  const ids = findNetworks(text)
  const families = new Set(ids.map((id) => FAMILIES.get(id)))
  const [family] = families
  const [id, ...others] = ids
  // Bitcoin and Litecoin are of one family, with addresses of their own.
  const isOne = families.size === 1 && (family !== "bitcoin" || !others.length)
  return isOne && family ? { id, family } : null
}

/**
 * What was paid. Whether it was on a test network does not follow from the code: some gateways use
 * one on both.
 */
export type Coin = {
  crypto_currency: string
  crypto_network: string | null
  /** Whether its payment is a test payment; by the network's name where that is not known. */
  is_test?: boolean | null
}

/** Without a network those of the code, as in `XRP_TEST`. */
export function networkWords({
  crypto_network,
  crypto_currency,
}: Coin): string {
  return crypto_network ?? crypto_currency.replace(/_/g, " ")
}

export function isTestCoin(coin: Coin): boolean {
  return coin.is_test ?? TEST_NETWORK.test(networkWords(coin))
}

/** The asset of a payment's coin; null before one is chosen, and where it is not known. */
export function symbolOf(payment: {
  crypto_currency?: string | null
  crypto_network?: string | null
}): Asset | null {
  const { crypto_currency: code, crypto_network: network = null } = payment
  return code ? findAsset({ code, name: null, network }) : null
}

/**
 * The one asset that a coin's code and name name, on any network. Null where a text says more than
 * is known ("Bitcoin Gold" is not Bitcoin), where they name several, and where they contradict each
 * other or the network. A code that names nothing leaves it to the name.
 */
export function findAsset(coin: {
  code: string
  name: string | null
  network: string | null
}): Asset | null {
  const networkId = findNetwork(coin.network)
  const assets = new Set<Asset>()
  for (const text of [coin.code, coin.name ?? ""]) {
    const { meanings, hasUnknown, hasVariant } = readWords(text)
    // "USDT_ETH" is a token, and "ETH" its network.
    const tokens = meanings.filter(({ asset }) => asset && !isNative(asset))
    const named =
      tokens.length > 0 ? tokens : meanings.filter(({ asset }) => asset)
    if (hasVariant || (named.length > 0 && hasUnknown)) return null
    for (const { asset } of named) if (asset) assets.add(asset)
    const isElsewhere = meanings.some(
      (meaning) =>
        meaning.network &&
        !named.includes(meaning) &&
        meaning.network !== (networkId ?? meaning.network)
    )
    if (isElsewhere) return null
  }
  const [asset] = assets
  return assets.size === 1 ? asset : null
}

/** The network that a text names, and nothing else; of a test network, the main one. */
function findNetwork(text: string | null): NetworkId | null {
  const { meanings, hasUnknown } = readWords(text ?? "")
  const ids = new Set(meanings.flatMap(({ network }) => network ?? []))
  const isOther = meanings.some(({ asset, network }) => asset && !network)
  const [id] = ids
  return hasUnknown || isOther || ids.size !== 1 ? null : id
}

/**
 * The network that a text names; null for test networks, and for those that no links are made for.
 */
export function findMainNetwork(text: string | null): Network | null {
  if (text === null || TEST_NETWORK.test(text)) return null
  const networkId = findNetwork(text)
  return NETWORKS.find(({ id }) => id === networkId) ?? null
}

/** The coin that has the network of its own; null for Base, whose coin is that of Ethereum. */
export function findNetworkAsset(text: string): Asset | null {
  const id = findNetwork(text)
  const own = [...MEANINGS.values()].find(
    ({ asset, network }) => asset && network === id
  )
  return own?.asset ?? null
}

/**
 * Whether it speaks of a token, or of another network's coin;
 * where that is not known, any name may be its own.
 */
export function namesOtherAsset(
  { code, name }: { code: string; name: string | null },
  native: Asset | undefined
): boolean {
  const isOther = (word: string) =>
    [...MEANINGS].some(([known, { asset }]) => {
      if (!asset || asset === native) return false
      return isNative(asset)
        ? native !== undefined && word === known
        : word.includes(known)
    })
  return [code, name ?? ""].some((text) => readWords(text).words.some(isOther))
}

function isNative(native: Asset): boolean {
  return [...MEANINGS.values()].some(
    ({ asset, network }) => asset === native && network
  )
}

function readWords(text: string) {
  const lower = PHRASES.reduce(
    (rest, [phrase, word]) => rest.replace(phrase, word),
    text.toLowerCase()
  )
  const words = lower.split(/[\s_()[\]/:,.-]+/).filter(Boolean)
  const meanings = words.flatMap((word) => MEANINGS.get(word) ?? [])
  return {
    words,
    meanings,
    hasUnknown: meanings.length < words.length,
    // "USDT0", "axlUSDC" and "WBTC" are other coins than the ones in their names.
    hasVariant: words.some(
      (word) =>
        !MEANINGS.has(word) &&
        [...MEANINGS].some(
          ([known, { asset }]) => asset && word.includes(known)
        )
    ),
  }
}

/** Of test networks, whose coins are worth nothing. */
const TEST_WORDS =
  "test testnet testnet3 testnet4 sepolia holesky hoodi goerli amoy mumbai chapel nile shasta fuji signet devnet"

/** Without the name of their main network. */
const TEST_NETWORKS: ReadonlyMap<string, NetworkId> = new Map<
  string,
  NetworkId
>([
  ["sepolia", 1],
  ["holesky", 1],
  ["hoodi", 1],
  ["goerli", 1],
  ["amoy", 137],
  ["mumbai", 137],
  ["chapel", 56],
  ["fuji", 43114],
  ["nile", TRON],
  ["shasta", TRON],
  ["signet", "bitcoin"],
])

/** Whether a text speaks of a test network. */
export const TEST_NETWORK = new RegExp(TEST_WORDS.replace(/ /g, "|"), "i")

/** What a word can stand for; "ETH" is a coin and, as in `USDT_ETH`, the network of that coin. */
type Meaning = { asset?: Asset; network?: NetworkId }

const WORDS: readonly [string, Meaning][] = [
  // They tell no coins and no networks apart.
  [`mainnet network on ${TEST_WORDS}`, {}],
  // Tokens are on these networks, and no more is known about them.
  ["aptos sui near scroll zksync", { network: "other" }],
  ["algorand polkadot cardano fantom", { network: "other" }],
  ["gnosis", { network: GNOSIS }],
  ["celo", { network: CELO }],
  ["linea", { network: LINEA }],
  ["ton toncoin", { network: "ton" }],
  ["stellar xlm", { network: "stellar" }],
  ["usdt tether", { asset: "USDT" }],
  ["usdc", { asset: "USDC" }],
  ["dai", { asset: "DAI" }],
  ["eth ethereum", { asset: "ETH", network: 1 }],
  ["ether", { asset: "ETH" }],
  ["erc20", { network: 1 }],
  ["optimism op", { network: 10 }],
  ["bnb", { asset: "BNB", network: 56 }],
  ["bsc bep20", { network: 56 }],
  ["pol matic polygon", { asset: "POL", network: 137 }],
  ["base", { network: 8453 }],
  ["arbitrum arb", { network: 42161 }],
  ["avax avalanche", { asset: "AVAX", network: 43114 }],
  ["trx tron", { asset: "TRX", network: TRON }],
  ["trc20 trc10", { network: TRON }],
  ["sol solana", { asset: "SOL", network: SOLANA }],
  ["spl", { network: SOLANA }],
  ["btc bitcoin", { asset: "BTC", network: "bitcoin" }],
  ["ltc litecoin", { asset: "LTC", network: "litecoin" }],
  ["doge dogecoin", { asset: "DOGE", network: "dogecoin" }],
  ["bch bitcoincash", { asset: "BCH", network: "bitcoincash" }],
  ["xrp xrpl ripple", { asset: "XRP", network: "xrpl" }],
]

const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  WORDS.flatMap(([words, meaning]) =>
    words.split(" ").map((word) => [word, meaning] as const)
  )
)

/** Names of several words, as one word of `MEANINGS`. */
const PHRASES: readonly [RegExp, string][] = [
  [/\b(bnb|binance) smart chain\b|\bbnb chain\b/g, "bsc"],
  [/\bavalanche c[- ]chain\b/g, "avalanche"],
  [/\barbitrum one\b/g, "arbitrum"],
  [/\bpolygon pos\b/g, "polygon"],
  [/\btether usd\b/g, "usdt"],
  [/\busd ?coin\b/g, "usdc"],
  [/\bdai stablecoin\b/g, "dai"],
  [/\b(bnb|binance) coin\b/g, "bnb"],
  [/\bbitcoin cash\b/g, "bch"],
  [/\bxrp ledger\b/g, "xrp"],
  [/\bthe open network\b/g, "ton"],
  [/(erc|trc|bep)[-_ ]?20(?!\d)/g, " $120 "],
  [/trc[-_ ]?10(?!\d)/g, " trc10 "],
]
