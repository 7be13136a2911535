import { type ReactNode, useEffect, useId, useRef, useState } from "react"

import type { CoinLook } from "../coin-looks"
import type { CryptoPaymentTexts } from "../locales"
import {
  type CryptoCurrency,
  CryptoPaymentError,
  listCryptoCurrencies,
  type StoreSdk,
  toCryptoPaymentError,
} from "../store-api"
import { Skeleton } from "./elements"
import { recall, remember } from "./memory"
import { CoinIcon, loadCoinLooks, useCoinLooks } from "./parts"
import { useReturns } from "./use-payment"

/** From so many coins on they can be searched. */
const SEARCH_FROM = 8

/** The list of coins, read again when it is old, after a failure, and on return to the page. */
export function CoinPicker({
  sdk,
  providerId,
  preferred,
  focus,
  texts,
  isOld,
  onRetry,
  onChoose,
  children,
}: {
  sdk: StoreSdk
  providerId: string
  /** Coins that come first, by code, asset or network. */
  preferred?: readonly string[]
  /** Focuses the choice when it grows, after an action of the shopper. */
  focus?: number
  texts: CryptoPaymentTexts
  /** A coin of the list is not offered any more. */
  isOld: boolean
  onRetry: () => void
  onChoose: (coin: CryptoCurrency) => void
  /** Another way to pay, below the list. */
  children: ReactNode
}) {
  /** Null while it is loading. */
  const [choice, setChoice] = useState<
    CryptoCurrency[] | CryptoPaymentError | null
  >(null)
  const [reads, setReads] = useState(0)
  const read = () => setReads((times) => times + 1)
  const returns = useReturns()
  const hasFailed = choice instanceof CryptoPaymentError
  const retry = () => {
    setChoice(null)
    onRetry()
    read()
  }

  useEffect(() => {
    if (isOld) read()
  }, [isOld])
  useEffect(() => {
    if (hasFailed) retry()
  }, [returns])
  useEffect(() => {
    const unmount = new AbortController()
    const { signal } = unmount
    // With its icons, in one piece.
    Promise.all([
      listCryptoCurrencies(sdk, { providerId, signal }),
      loadCoinLooks(),
    ])
      .then(([coins]) => signal.aborted || setChoice(coins))
      .catch(
        (thrown) => signal.aborted || setChoice(toCryptoPaymentError(thrown))
      )
    return () => unmount.abort()
    // `sdk` may be a new instance in each rendering.
  }, [reads])

  if (!choice) return <Skeleton text={texts.loadingCoins} />
  return (
    <>
      {choice instanceof CryptoPaymentError ? (
        <div role="alert" className="cryptopay-notice">
          <p>
            {texts.coinsFailed} {!choice.status && texts.offline}
          </p>
          <button type="button" className="cryptopay-button" onClick={retry}>
            {texts.tryAgain}
          </button>
        </div>
      ) : choice.length === 0 ? (
        <p role="status">{texts.noCoins}</p>
      ) : (
        <CoinForm
          coins={choice}
          last={recall("coin")}
          preferred={preferred}
          focus={focus}
          texts={texts}
          onChoose={(coin) => {
            remember("coin", coin.code)
            onChoose(coin)
          }}
        />
      )}
      {children}
    </>
  )
}

/**
 * Chooses no network for the shopper where there are several, but the last choice:
 * coins on the wrong one are lost.
 */
function CoinForm({
  coins,
  last,
  preferred = [],
  focus,
  texts,
  onChoose,
}: {
  coins: CryptoCurrency[]
  last: string | null
  preferred: readonly string[] | undefined
  focus: number | undefined
  texts: CryptoPaymentTexts
  onChoose: (coin: CryptoCurrency) => void
}) {
  const looks = useCoinLooks()
  const name = useId()
  const legend = useRef<HTMLLegendElement>(null)
  const groups = groupCoins(
    coins,
    preferred,
    looks?.findCoinLook ?? (() => null)
  )
  const first = groups[0].coins[0].code
  const [chosen, setChosen] = useState(() => {
    if (coins.some(({ code }) => code === last)) return last
    return preferred.length > 0 || coins.length === 1 ? first : null
  })
  const [query, setQuery] = useState("")

  useEffect(() => {
    if (focus) legend.current?.focus()
  }, [focus])

  const found = groups.filter(
    (group) =>
      // What is chosen stays in sight.
      group.coins.some(({ code }) => code === chosen) || hasText(group, query)
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const coin = coins.find(({ code }) => code === chosen)
        if (coin) onChoose(coin)
      }}
    >
      <fieldset className="cryptopay-choice">
        <legend ref={legend} tabIndex={-1}>
          {texts.chooseCoin}
        </legend>
        {coins.length >= SEARCH_FROM && (
          <input
            type="search"
            className="cryptopay-input"
            aria-label={texts.search}
            placeholder={texts.search}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            // It would submit the form.
            onKeyDown={(event) => {
              if (event.key === "Enter") event.preventDefault()
            }}
          />
        )}
        <div className="cryptopay-coins">
          {found.map((group) => (
            <Asset
              key={group.coins[0].code}
              group={group}
              radioName={name}
              chosen={chosen}
              onChoose={setChosen}
            />
          ))}
          <p role="status" className="cryptopay-soft">
            {found.length === 0 && texts.noMatch}
          </p>
        </div>
      </fieldset>
      <button type="submit" className="cryptopay-button">
        {texts.showAddress}
      </button>
    </form>
  )
}

function Asset({
  group: { name, look, coins },
  radioName,
  chosen,
  onChoose,
}: {
  group: CoinGroup
  radioName: string
  chosen: string | null
  onChoose: (code: string) => void
}) {
  const looks = useCoinLooks()
  const id = useId()
  const networks = coins.map(({ network }) => network)
  return (
    <div role="group" aria-labelledby={id} className="cryptopay-coin">
      <CoinIcon look={look} name={name} />
      <span id={id} className="cryptopay-coin-name">
        <bdi>{name}</bdi>
      </span>
      <span className="cryptopay-networks">
        {coins.map(({ code, network }) => (
          <label key={code}>
            <input
              type="radio"
              name={radioName}
              value={code}
              required
              checked={code === chosen}
              onChange={() => onChoose(code)}
            />
            <CoinIcon look={looks?.findNetworkLook(network)} name={network} />
            <bdi>{network}</bdi>
            {/* Two coins of one name on one network. */}
            {networks.indexOf(network) !== networks.lastIndexOf(network) && (
              <bdi>{code}</bdi>
            )}
          </label>
        ))}
      </span>
    </div>
  )
}

/** An asset with its networks; `look` is null where the kit does not know it. */
export type CoinGroup = {
  name: string
  look: CoinLook | null
  coins: CryptoCurrency[]
}

/** By asset, else by name. What `preferred` names comes first: a code, an asset or a network. */
export function groupCoins(
  coins: readonly CryptoCurrency[],
  preferred: readonly string[],
  findCoinLook: (coin: CryptoCurrency) => CoinLook | null
): CoinGroup[] {
  const groups = new Map<unknown, CoinGroup>()
  for (const coin of coins) {
    const { name } = coin
    const look = findCoinLook(coin)
    const group = groups.get(look ?? name) ?? { name, look, coins: [] }
    group.coins.push(coin)
    groups.set(look ?? name, group)
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

export function hasText({ name, look, coins }: CoinGroup, query: string) {
  const texts = coins.flatMap(({ code, network }) => [code, network])
  return [name, look?.symbol, ...texts]
    .join("\n")
    .toLowerCase()
    .includes(query.trim().toLowerCase())
}

/** Behind all of them where no text has a place. */
function place(
  texts: (string | undefined)[],
  preferred: readonly string[]
): number {
  const index = preferred.findIndex((wanted) =>
    texts.some((text) => text?.toLowerCase() === wanted.toLowerCase())
  )
  return index < 0 ? preferred.length : index
}

function sortBy<Item>(items: Item[], rank: (item: Item) => number): Item[] {
  return [...items].sort((a, b) => rank(a) - rank(b))
}
