import { type ReactNode, useEffect, useState } from "react"

import type { CryptoPaymentTexts } from "../locales"
import type { CryptoPaymentSubject, StartedCryptoPayment } from "../start"
import {
  type CryptoCurrency,
  type CryptoPaymentError,
  listCryptoCurrencies,
  type StoreSdk,
} from "../store-api"
import { buildReturnUrls } from "../urls"
import type * as coinForm from "./coin-form"
import { recall, remember } from "./memory"
import { StartError } from "./notice"
import { loadCoinLooks } from "./parts"
import { Skeleton } from "./elements"
import { type ChoiceProps, useStart } from "./use-payment"

/** For both flows. A payment is started when the shopper presses a button, never before. */
export function PaymentWays({
  subject,
  inlineId,
  hostedId,
  isPending,
  onPending,
  onStarted,
  onFailed,
  ...props
}: PickerProps &
  Pick<ChoiceProps, "onBeforeStart" | "returnPage"> & {
    subject: CryptoPaymentSubject
    /** The provider of each flow, where the store has it. */
    inlineId: string | undefined
    hostedId: string | undefined
    /** Hides the choice, while what it leads to is shown. */
    isPending: boolean
    /** The coin of the payment that is being started; null when it could not be. */
    onPending: (coin: CryptoCurrency | null) => void
    onStarted: (started: StartedCryptoPayment) => void
    onFailed: (error: CryptoPaymentError) => void
  }) {
  const { returnPage, texts } = props
  const { busy, error, start } = useStart(props, onStarted, (failed) => {
    onPending(null)
    // The order may have been paid, canceled or changed meanwhile.
    onFailed(failed)
  })

  const payInline = (providerId: string, coin: CryptoCurrency) => {
    onPending(coin)
    start(() => ({ ...subject, providerId, targetCurrency: coin.code }))
  }
  const payHosted = (providerId: string) =>
    start(() => ({ ...subject, providerId, ...buildReturnUrls(returnPage) }))
  const hostedText = inlineId ? texts.payHosted : texts.pay
  const hostedButton = hostedId && (
    <button
      type="button"
      className={`cryptopay-button${inlineId ? " cryptopay-second" : ""}`}
      aria-disabled={busy}
      onClick={() => payHosted(hostedId)}
    >
      {busy ? texts.starting : hostedText}
    </button>
  )
  return (
    <div className="cryptopay-ways" hidden={isPending}>
      {inlineId ? (
        <CoinPicker
          {...props}
          providerId={inlineId}
          onChoose={(coin) => payInline(inlineId, coin)}
        >
          {hostedButton}
        </CoinPicker>
      ) : (
        hostedButton
      )}
      <StartError error={error} texts={texts} />
    </div>
  )
}

type PickerProps = Pick<ChoiceProps, "preferred"> & {
  sdk: StoreSdk
  /** Focuses the choice when it grows, after an action of the shopper. */
  focus?: number
  texts: CryptoPaymentTexts
}

type Choice = typeof coinForm & { coins: CryptoCurrency[] }

function CoinPicker({
  sdk,
  providerId,
  preferred,
  focus,
  texts,
  onChoose,
  children,
}: PickerProps & {
  providerId: string
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
