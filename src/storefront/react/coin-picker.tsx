import { type ReactNode, useEffect, useState } from "react"

import type { CryptoPaymentTexts } from "../locales"
import {
  type CryptoCurrency,
  listCryptoCurrencies,
  type StoreSdk,
} from "../store-api"
import type * as coinForm from "./coin-form"
import { recallCoin, rememberCoin } from "./memory"
import { loadCoinLooks } from "./parts"
import { Skeleton } from "./progress"

type Choice = typeof coinForm & { coins: CryptoCurrency[] }

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
  const [choice, setChoice] = useState<Choice | "loading" | "failed">("loading")
  const [retries, setRetries] = useState(0)

  useEffect(() => {
    const unmount = new AbortController()
    const { signal } = unmount
    setChoice("loading")
    // With its icons, in one piece.
    Promise.all([
      import("./coin-form"),
      listCryptoCurrencies(sdk, { providerId, signal }),
      loadCoinLooks(),
    ])
      .then(([form, coins]) => signal.aborted || setChoice({ ...form, coins }))
      .catch(() => signal.aborted || setChoice("failed"))
    return () => unmount.abort()
    // `sdk` may be a new instance in each rendering.
  }, [providerId, retries])

  if (choice === "loading") return <Skeleton text={texts.loadingCoins} />
  return (
    <>
      {choice === "failed" ? (
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
      ) : choice.coins.length === 0 ? (
        <p role="status">{texts.noCoins}</p>
      ) : (
        <choice.CoinForm
          coins={choice.coins}
          last={recallCoin()}
          preferred={preferred}
          focus={focus}
          texts={texts}
          onChoose={(coin) => {
            rememberCoin(coin.code)
            onChoose(coin)
          }}
        />
      )}
      {children}
    </>
  )
}
