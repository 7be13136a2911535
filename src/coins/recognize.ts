import { type Asset, MEANINGS, type NetworkId, PHRASES } from "./networks"

/**
 * The one asset that a coin's code and name name, also on test networks and on networks that are not
 * known. Null where a text says more than is known ("Bitcoin Gold" is not Bitcoin), where they name
 * several, and where they contradict each other or the network. A code needs no form: one that
 * names nothing leaves it to the name, and what it names can only contradict.
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
export function findNetwork(text: string | null): NetworkId | null {
  const { meanings, hasUnknown } = readWords(text ?? "")
  const ids = new Set(meanings.flatMap(({ network }) => network ?? []))
  const isOther = meanings.some(({ asset, network }) => asset && !network)
  const [id] = ids
  return hasUnknown || isOther || ids.size !== 1 ? null : id
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
 * Whether a coin's code or name speaks of a token, or of another network's coin than this one. Where
 * no coin is given, which means one that is not known, all names of coins may be its own.
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
    hasVariant: words.some((word) => !MEANINGS.has(word) && isVariant(word)),
  }
}

function isVariant(word: string): boolean {
  return [...MEANINGS].some(
    ([known, { asset }]) => asset && word.includes(known)
  )
}
