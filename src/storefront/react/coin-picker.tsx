import { type ReactNode, useEffect, useId, useRef, useState } from "react"

import { type CoinGroup, groupCoins, hasText } from "../coin-groups"
import type { CoinLook } from "../coin-looks"
import type { CryptoPaymentTexts } from "../locales"
import { listCryptoCurrencies } from "../currencies"
import type { CryptoCurrency } from "../start"
import type { StoreSdk } from "../store-api"
import { CoinIcon, loadCoinLooks, useCoinLooks } from "./coin-icon"
import { recall, remember } from "./memory"
import { Skeleton } from "./skeleton"

/** From this number of coins on, they can be searched. */
const SEARCH_FROM = 8

/** The coins that the store accepts, by asset and network, and the choice of one. */
export function CoinPicker({
  sdk,
  providerId,
  preferred,
  focus,
  texts,
  onChoose,
  children,
}: {
  sdk: StoreSdk
  providerId: string
  preferred: readonly string[] | undefined
  /** Focuses the choice when it grows, after an action of the shopper. */
  focus: number | undefined
  texts: CryptoPaymentTexts
  onChoose: (coin: CryptoCurrency) => void
  /** Another way to pay, below the list. */
  children: ReactNode
}) {
  const [coins, setCoins] = useState<CryptoCurrency[] | "loading" | "failed">(
    "loading"
  )
  const [retries, setRetries] = useState(0)

  useEffect(() => {
    const unmount = new AbortController()
    const { signal } = unmount
    setCoins("loading")
    const looks = loadCoinLooks()
    listCryptoCurrencies(sdk, { providerId, signal })
      // With its icons, in one piece.
      .then((listed) => looks.then(() => signal.aborted || setCoins(listed)))
      .catch(() => signal.aborted || setCoins("failed"))
    return () => unmount.abort()
    // `sdk` may be a new instance in each rendering.
  }, [providerId, retries])

  if (coins === "loading") return <Skeleton text={texts.loadingCoins} />
  return (
    <>
      {coins === "failed" ? (
        <div role="alert" className="cryptopay-notice">
          <p>{texts.coinsFailed}</p>
          <button
            type="button"
            className="cryptopay-button"
            onClick={() => setRetries(retries + 1)}
          >
            {texts.tryAgain}
          </button>
        </div>
      ) : coins.length === 0 ? (
        <p role="status">{texts.noCoins}</p>
      ) : (
        <CoinForm
          coins={coins}
          preferred={preferred}
          focus={focus}
          texts={texts}
          onChoose={onChoose}
        />
      )}
      {children}
    </>
  )
}

/**
 * No network is chosen for the shopper where there are several: coins on the wrong one are lost.
 * The last choice is, and what the store prefers.
 */
function CoinForm({
  coins,
  preferred = [],
  focus,
  texts,
  onChoose,
}: {
  coins: CryptoCurrency[]
  preferred: readonly string[] | undefined
  focus: number | undefined
  texts: CryptoPaymentTexts
  onChoose: (coin: CryptoCurrency) => void
}) {
  const name = useId()
  const legend = useRef<HTMLLegendElement>(null)
  const looks = useCoinLooks()
  const groups = groupCoins(
    coins,
    preferred,
    looks?.findCoinLook ?? (() => null)
  )
  const first = groups[0].coins[0].code
  const [chosen, setChosen] = useState(() => {
    const last = recall("coin")
    if (coins.some(({ code }) => code === last)) return last
    return preferred.length > 0 || coins.length === 1 ? first : null
  })
  const [query, setQuery] = useState("")

  useEffect(() => {
    if (focus) legend.current?.focus()
  }, [focus])

  const choose = () => {
    const coin = coins.find(({ code }) => code === chosen)
    if (!coin) return
    remember("coin", coin.code)
    onChoose(coin)
  }
  const found = groups.filter(
    (group) =>
      // What is chosen stays in sight.
      group.coins.some(({ code }) => code === chosen) || hasText(group, query)
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        choose()
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
              findNetworkLook={looks?.findNetworkLook}
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

/** An asset, with a radio button for each of its networks. */
function Asset({
  group: { name, look, coins },
  radioName,
  findNetworkLook,
  chosen,
  onChoose,
}: {
  group: CoinGroup
  radioName: string
  findNetworkLook: ((network: string) => CoinLook | null) | undefined
  chosen: string | null
  onChoose: (code: string) => void
}) {
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
            <CoinIcon look={findNetworkLook?.(network)} name={network} />
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
