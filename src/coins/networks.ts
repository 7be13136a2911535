/** How addresses, amounts and links look on a network. */
export type Family = "evm" | "tron" | "solana" | "bitcoin"

export type Asset =
  | ("USDT" | "USDC" | "DAI")
  | ("ETH" | "BNB" | "POL" | "AVAX" | "TRX" | "SOL")
  | ("BTC" | "LTC" | "DOGE" | "BCH" | "XRP")

/** A chain id, or the scheme of the network's links where it has none. No links are made for the last three. */
export type NetworkId =
  | number
  | ("bitcoin" | "litecoin" | "dogecoin")
  | ("bitcoincash" | "xrpl" | "other")

/** A main network that wallets can be asked to send on. */
export type Network = {
  id: NetworkId
  family: Family
  /** The coin that pays the fees. */
  native: Asset
  decimals: number
}

/** Of `eth_chainId`, as TRON's wallets answer it. */
export const TRON = 728126428

/** Solana has no such id; this is the one of the token lists. */
export const SOLANA = 501000101

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

/** Networks that tokens are on, and no more is known about. */
const OTHER_NETWORKS: readonly string[] = [
  ...["ton", "aptos", "sui", "near", "celo", "linea", "scroll", "zksync"],
  ...["algorand", "stellar", "polkadot", "cardano", "fantom", "gnosis"],
]

/** Of test networks, whose coins are worth nothing. */
const TEST_WORDS: readonly string[] = [
  ...["test", "testnet", "sepolia", "holesky", "hoodi", "goerli", "amoy"],
  ...["mumbai", "chapel", "nile", "shasta", "fuji", "signet", "devnet"],
]

/** Whether a text speaks of a test network. */
export const TEST_NETWORK = new RegExp(TEST_WORDS.join("|"), "i")

/** What a word can stand for; "ETH" is a coin and, as in `USDT_ETH`, the network of that coin. */
export type Meaning = { asset?: Asset; network?: NetworkId }

/** Words of the gateway's codes, names and networks. */
export const MEANINGS: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  // They tell no coins and no networks apart.
  ...["mainnet", "network", "on", ...TEST_WORDS].map(
    (word): [string, Meaning] => [word, {}]
  ),
  ...OTHER_NETWORKS.map((word): [string, Meaning] => [
    word,
    { network: "other" },
  ]),
  ["usdt", { asset: "USDT" }],
  ["tether", { asset: "USDT" }],
  ["usdc", { asset: "USDC" }],
  ["dai", { asset: "DAI" }],
  ["eth", { asset: "ETH", network: 1 }],
  ["ether", { asset: "ETH" }],
  ["ethereum", { asset: "ETH", network: 1 }],
  ["erc20", { network: 1 }],
  ["optimism", { network: 10 }],
  ["op", { network: 10 }],
  ["bnb", { asset: "BNB", network: 56 }],
  ["bsc", { network: 56 }],
  ["bep20", { network: 56 }],
  ["pol", { asset: "POL", network: 137 }],
  ["matic", { asset: "POL", network: 137 }],
  ["polygon", { asset: "POL", network: 137 }],
  ["base", { network: 8453 }],
  ["arbitrum", { network: 42161 }],
  ["arb", { network: 42161 }],
  ["avax", { asset: "AVAX", network: 43114 }],
  ["avalanche", { asset: "AVAX", network: 43114 }],
  ["trx", { asset: "TRX", network: TRON }],
  ["tron", { asset: "TRX", network: TRON }],
  ["trc20", { network: TRON }],
  ["sol", { asset: "SOL", network: SOLANA }],
  ["solana", { asset: "SOL", network: SOLANA }],
  ["spl", { network: SOLANA }],
  ["btc", { asset: "BTC", network: "bitcoin" }],
  ["bitcoin", { asset: "BTC", network: "bitcoin" }],
  ["ltc", { asset: "LTC", network: "litecoin" }],
  ["litecoin", { asset: "LTC", network: "litecoin" }],
  ["doge", { asset: "DOGE", network: "dogecoin" }],
  ["dogecoin", { asset: "DOGE", network: "dogecoin" }],
  ["bch", { asset: "BCH", network: "bitcoincash" }],
  ["xrp", { asset: "XRP", network: "xrpl" }],
  ["xrpl", { asset: "XRP", network: "xrpl" }],
  ["ripple", { asset: "XRP", network: "xrpl" }],
])

/** Names of several words, as one word of `MEANINGS`. */
export const PHRASES: readonly [RegExp, string][] = [
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
  [/(erc|trc|bep)[-_ ]?20(?!\d)/g, " $120 "],
]
