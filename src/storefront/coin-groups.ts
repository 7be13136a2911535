import type { CoinLook } from "./coin-looks"
import type { CryptoCurrency } from "./start"

/** An asset with the networks that it can be paid on. */
export type CoinGroup = {
  name: string
  /** Null for an asset that the kit does not know. */
  look: CoinLook | null
  coins: CryptoCurrency[]
}

/**
 * Groups coins by asset, those of unknown assets by name, as they were listed. What `preferred` names comes before them, in its order: a code, an asset ("USDT",
 * "Tether USD") or a network.
 */
export function groupCoins(
  coins: readonly CryptoCurrency[],
  preferred: readonly string[],
  findCoinLook: (coin: CryptoCurrency) => CoinLook | null
): CoinGroup[] {
  const groups = new Map<unknown, CoinGroup>()
  for (const coin of coins) {
    const look = findCoinLook(coin)
    const group = groups.get(look ?? coin.name)
    if (group) group.coins.push(coin)
    else {
      groups.set(look ?? coin.name, { name: coin.name, look, coins: [coin] })
    }
  }
  const placeCoin = ({ code, network }: CryptoCurrency) =>
    place([code, network], preferred)
  const placeGroup = ({ name, look, coins }: CoinGroup) =>
    Math.min(place([name, look?.symbol], preferred), ...coins.map(placeCoin))
  return sortBy([...groups.values()], placeGroup).map((group) => ({
    ...group,
    coins: sortBy(group.coins, placeCoin),
  }))
}

/** Whether a text that the shopper types is in a name, code or network. */
export function hasText({ name, look, coins }: CoinGroup, query: string) {
  const texts = coins.flatMap(({ code, network }) => [code, network])
  return [name, look?.symbol, ...texts]
    .join("\n")
    .toLowerCase()
    .includes(query.trim().toLowerCase())
}

/** The first place of one of the texts; behind all of them where none has one. */
function place(
  texts: (string | undefined)[],
  preferred: readonly string[]
): number {
  const index = preferred.findIndex((wanted) =>
    texts.some((text) => text?.toLowerCase() === wanted.toLowerCase())
  )
  return index < 0 ? preferred.length : index
}

/** Keeps the order of equals. */
function sortBy<Item>(items: Item[], rank: (item: Item) => number): Item[] {
  return [...items].sort((a, b) => rank(a) - rank(b))
}
