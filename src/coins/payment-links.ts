import {
  type Coin,
  findFamily,
  findNetworks,
  isTestCoin,
  type NetworkId,
  networkWords,
  SOLANA,
  TRON,
} from "./recognize"

/** The networks of `0x` addresses, where no link and no form says which one. */
export const ANY_EVM = "Ethereum (EVM)"

type PaymentLink = {
  address: string
  /** A scheme that the address keeps: its checksum includes it on networks such as Kaspa. */
  prefix: string
  tags: string[]
  /** The other network that the link is of; null where it is of the coin's. */
  elsewhere: string | null
}

const LINK = /^(?:web\+(?=stellar:))?([a-z]+):(?:\/\/)?([^?]*)(?:\?(.*))?$/is

/**
 * A wallet's payment link, such as `bitcoin:bc1…?amount=1`; null for what has no scheme of a
 * network. Amounts and notes in it are left out. What its coins need to arrive is not.
 */
export function readPaymentLink(text: string, coin: Coin): PaymentLink | null {
  const [, scheme, path = "", query = ""] = LINK.exec(text) ?? []
  if (!scheme) return null
  const parameters = readParameters(query).map(
    ([name, value]) => [name.toLowerCase(), value] as const
  )
  // BIP-21: who does not know such a parameter must not pay. TON's has a memo in binary form.
  const isBeyondUs = (name: string) => name.startsWith("req-") || name === "bin"
  if (parameters.some(([name]) => isBeyondUs(name))) return null
  const find = (names: readonly string[]) =>
    parameters.flatMap(([name, value]) => (names.includes(name) ? value : []))
  const tags = parameters.flatMap(([name, value]) =>
    isTagParameter(name) ? value : []
  )
  const bare = path.replace(/[\s\p{Cc}\p{Cf}]+/gu, "")
  const { prefix, elsewhere, isEvm } = readScheme(scheme, coin) ?? {}
  if (prefix === undefined) return null
  const link = { prefix, tags, elsewhere: elsewhere ?? null }
  const ofEvm = isEvm ? EVM_LINK.exec(bare) : null
  if (ofEvm) {
    const [, target, chain, call] = ofEvm
    // The contract of a token is not who receives it; EIP-67 calls it by these parameters.
    const [receiver, ...others] = [
      ...(call === undefined ? [target] : []),
      ...find(["address", "function", "data"]),
    ]
    const isClear = receiver !== undefined && others.length === 0
    return {
      ...link,
      address: isClear ? receiver : `${bare}?${query}`,
      elsewhere:
        link.elsewhere ?? (chain ? findOtherChain(Number(chain), coin) : null),
    }
  }
  // SEP-7 of Stellar, and a transfer of TON.
  if (bare !== "pay") {
    return { ...link, address: bare.replace(/^transfer\//, "") }
  }
  const [address, ...others] = find(["destination"])
  return { ...link, address: others.length > 0 ? bare : (address ?? bare) }
}

/** By RFC 3986, as all of these links are: a plus in a memo is no space. */
function readParameters(query = ""): [name: string, value: string][] {
  return [...new URLSearchParams(query.replaceAll("+", "%2B"))]
}

/** EIP-681: an address, or a token's contract with `/transfer`, and its chain after `@`. */
const EVM_LINK = /^(?:pay-)?(0x[0-9a-f]{40})(?:@(\d+))?(?:\/(transfer))?$/i

/** What coins need to arrive, in a link or behind an address alone; the last are Monero's. */
function isTagParameter(name: string): boolean {
  const bare = name.toLowerCase().replace(/[_-]/g, "")
  return /^(dt|text|(dest|destination)?tag|memo(id|text)?|(tx)?paymentid)$/.test(
    bare
  )
}

/** Of `address?dt=1` and `address:1`. A text without exactly one tag is left as it is. */
export function splitTag(text: string): {
  address: string
  tag: string | null
} {
  const [, address, tag, query] = /^([^:?]+)(?::(.+)|\?(.+))$/s.exec(text) ?? []
  // A scheme or a label looks like an account of EOS, which has a number behind it.
  const isLabel = tag && /^[a-z]+$/.test(address) && !/^\d+$/.test(tag)
  if (tag && !isLabel) return { address, tag }
  const found = readParameters(query).filter(([name]) => isTagParameter(name))
  return found.length === 1
    ? { address, tag: found[0][1] }
    : { address: text, tag: null }
}

/** Null for a scheme of no network that is known here, unless the coin's network is called so. */
function readScheme(
  scheme: string,
  coin: Coin
): (Pick<PaymentLink, "prefix" | "elsewhere"> & { isEvm: boolean }) | null {
  const [, base = "", test] =
    /^(.+?)(test(?:net)?)?$/.exec(scheme.toLowerCase()) ?? []
  const words = networkWords(coin)
  const own = findNetworks(words)
  // It is of all networks with such addresses; the chain's id tells which one.
  const isAnyEvm = base === "ethereum"
  const ids = findNetworks(base).filter((id) => id !== "other")
  const name = (coin.crypto_network ?? "").toLowerCase().replace(/\W|_/g, "")
  const isNamed = base.length > 2 && name.startsWith(base)
  if (ids.length === 0 && !isNamed) return null
  const family = findFamily(base)?.family
  const isOwn =
    ids.length === 0 ||
    (isAnyEvm
      ? findFamily(words)?.family === "evm"
      : ids.some((id) => own.includes(id)))
  const isWrongTest = test !== undefined && !isTestCoin(coin)
  const other = isAnyEvm ? ANY_EVM : (NETWORK_NAMES.get(ids[0]) ?? base)
  return {
    prefix: family ? "" : `${scheme}:`,
    elsewhere: isOwn ? (isWrongTest ? "Testnet" : null) : other,
    isEvm: family === "evm",
  }
}

/** The name of the chain that a link is of, where it is not the coin's. */
function findOtherChain(chain: number, coin: Coin): string | null {
  const name = NETWORK_NAMES.get(chain)
  const isOther = isTestCoin(coin)
    ? name !== undefined
    : !findNetworks(networkWords(coin)).includes(chain)
  return isOther ? (name ?? `EVM ${chain}`) : null
}

const NETWORK_NAMES: ReadonlyMap<NetworkId, string> = new Map<
  NetworkId,
  string
>([
  [1, "Ethereum"],
  [10, "OP Mainnet"],
  [56, "BNB Smart Chain"],
  [100, "Gnosis"],
  [137, "Polygon"],
  [8453, "Base"],
  [42161, "Arbitrum One"],
  [42220, "Celo"],
  [43114, "Avalanche"],
  [59144, "Linea"],
  [TRON, "Tron"],
  [SOLANA, "Solana"],
  ["bitcoin", "Bitcoin"],
  ["litecoin", "Litecoin"],
  ["dogecoin", "Dogecoin"],
  ["bitcoincash", "Bitcoin Cash"],
  ["xrpl", "XRP Ledger"],
  ["ton", "TON"],
  ["stellar", "Stellar"],
])
