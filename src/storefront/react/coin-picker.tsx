import { useCallback, useEffect, useId, useState } from "react"

import { listCryptoCurrencies } from "../list-currencies"
import type { CryptoCurrency } from "../payment"
import type { StoreSdk } from "../sdk"
import type { Speech } from "./use-speech"

type Coins =
  | { known: "not_yet" }
  | { known: "failed" }
  | { known: "yes"; list: CryptoCurrency[] }

/** The coins that the shop takes, by name and network, and the choice of one. */
export function CoinPicker({
  sdk,
  providerId,
  texts,
  busy,
  onChoose,
}: Pick<Speech, "texts"> & {
  sdk: StoreSdk
  providerId: string
  busy: boolean
  onChoose: (code: string) => void
}) {
  const [coins, setCoins] = useState<Coins>({ known: "not_yet" })
  const [chosen, setChosen] = useState<string | null>(null)
  const group = useId()

  const load = useCallback(
    (signal?: AbortSignal) => {
      setCoins({ known: "not_yet" })
      listCryptoCurrencies(sdk, { providerId, signal }).then(
        (list) => setCoins({ known: "yes", list }),
        () => signal?.aborted || setCoins({ known: "failed" })
      )
    },
    // The shop's instance may be a new one in each rendering.
    [providerId]
  )
  useEffect(() => {
    const leaving = new AbortController()
    load(leaving.signal)
    return () => leaving.abort()
  }, [load])

  if (coins.known === "not_yet") {
    return <p role="status">{texts.loadingCoins}</p>
  }
  if (coins.known === "failed") {
    return (
      <div role="alert">
        <p>{texts.coinsFailed}</p>
        <button
          type="button"
          className="cryptopay-button"
          onClick={() => load()}
        >
          {texts.tryAgain}
        </button>
      </div>
    )
  }
  if (coins.list.length === 0) return <p role="status">{texts.noCoins}</p>
  const choice = chosen ?? coins.list[0]?.code
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (choice !== undefined) onChoose(choice)
      }}
    >
      <fieldset className="cryptopay-coins">
        <legend>{texts.chooseCoin}</legend>
        {coins.list.map(({ code, name, network }) => (
          <label key={code} className="cryptopay-coin">
            <input
              type="radio"
              name={group}
              value={code}
              checked={code === choice}
              onChange={() => setChosen(code)}
            />
            <bdi className="cryptopay-coin-name">{name}</bdi>
            <bdi className="cryptopay-soft">{network}</bdi>
          </label>
        ))}
      </fieldset>
      <button type="submit" className="cryptopay-button" aria-disabled={busy}>
        {busy ? texts.opening : texts.showAddress}
      </button>
    </form>
  )
}
