import { useEffect, useState } from "react"

import type { CryptoPaymentTexts } from "../locales"
import { type CryptoCurrency, listCryptoCurrencies } from "../start"
import type { StoreSdk } from "../store-api"
import { RadioList } from "./radio-list"

/** The coins that the store accepts, by name and network, and the choice of one. */
export function CoinPicker({
  sdk,
  providerId,
  texts,
  busy,
  onChoose,
}: {
  sdk: StoreSdk
  providerId: string
  texts: CryptoPaymentTexts
  busy: boolean
  onChoose: (code: string) => void
}) {
  const [coins, setCoins] = useState<CryptoCurrency[] | "loading" | "failed">(
    "loading"
  )
  const [retries, setRetries] = useState(0)
  const [chosen, setChosen] = useState<string | null>(null)

  useEffect(() => {
    const unmount = new AbortController()
    const { signal } = unmount
    setCoins("loading")
    listCryptoCurrencies(sdk, { providerId, signal }).then(setCoins, () => {
      if (!signal.aborted) setCoins("failed")
    })
    return () => unmount.abort()
    // `sdk` may be a new instance in each rendering.
  }, [providerId, retries])

  if (coins === "loading") return <p role="status">{texts.loadingCoins}</p>
  if (coins === "failed") {
    return (
      <div role="alert">
        <p>{texts.coinsFailed}</p>
        <button
          type="button"
          className="cryptopay-button"
          onClick={() => setRetries(retries + 1)}
        >
          {texts.tryAgain}
        </button>
      </div>
    )
  }
  if (coins.length === 0) return <p role="status">{texts.noCoins}</p>
  const selected = chosen ?? coins[0].code
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onChoose(selected)
      }}
    >
      <RadioList
        legend={texts.chooseCoin}
        options={coins.map(({ code, name, network }) => ({
          value: code,
          name,
          further: network,
        }))}
        selected={selected}
        onSelect={setChosen}
      />
      <button type="submit" className="cryptopay-button" aria-disabled={busy}>
        {busy ? texts.starting : texts.showAddress}
      </button>
    </form>
  )
}
