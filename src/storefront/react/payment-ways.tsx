import { useState } from "react"

import type { CryptoPaymentTexts } from "../locales"
import type { CryptoPaymentSubject, StartedCryptoPayment } from "../start"
import type { StoreSdk } from "../store-api"
import { buildReturnUrls } from "../urls"
import type { CryptoPaymentView } from "../watch"
import { type CoinToSend, Skeleton } from "./elements"
import { RETRY_TEXTS, StartError } from "./notice"
import { lazyPart } from "./parts"
import { toCoin } from "./payment-details"
import { type ChoiceProps, useStart } from "./use-payment"

const { usePart: useCoinPicker } = lazyPart(() => import("./coin-form"))

type Ways = ReturnType<typeof usePaymentWays>

/** For both flows. A payment is started when the shopper presses a button, never before. */
export function usePaymentWays(
  props: Pick<ChoiceProps, "onBeforeStart" | "returnPage"> & { sdk: StoreSdk },
  options: {
    subject: CryptoPaymentSubject
    /** The provider of each flow, where the store has it. */
    inlineId: string | undefined
    hostedId: string | undefined
    /** Of the payment that is shown. */
    view: CryptoPaymentView
    onStep: () => void
    onStarted: (started: StartedCryptoPayment) => void
    onFailed: () => void
  }
) {
  const { subject, inlineId, hostedId, onStep } = options
  /** The coin of the payment that is being started. */
  const [pending, setPending] = useState<CoinToSend | null>(null)
  const { phase, payment } = options.view
  const { busy, error, clearError, start } = useStart(
    props,
    phase,
    options.onStarted,
    () => {
      setPending(null)
      onStep()
      // The order may have been paid, canceled or changed meanwhile.
      options.onFailed()
    }
  )
  const payInline = (coin: CoinToSend) => {
    if (!inlineId || !coin.crypto_currency) return
    const targetCurrency = coin.crypto_currency
    setPending(coin)
    onStep()
    start(() => ({ ...subject, providerId: inlineId, targetCurrency }))
  }
  /** With the coin of an inline payment that nothing came of; null of others. */
  const payAgain =
    inlineId && RETRY_TEXTS[phase] && payment?.flow === "h2h"
      ? () => payInline(payment)
      : null
  const payHosted = (providerId: string) =>
    start(() => {
      return { ...subject, providerId, ...buildReturnUrls(props.returnPage) }
    })
  /** Of what was started, and of why it could not be. */
  const forget = () => {
    setPending(null)
    clearError()
  }
  return {
    inlineId,
    hostedId,
    pending,
    busy,
    error,
    payInline,
    payHosted,
    payAgain,
    clearError,
    forget,
  }
}

/** The choice of a way to pay, hidden while what it leads to is shown. */
export function PaymentWays({
  ways,
  ...props
}: Pick<ChoiceProps, "preferred"> & {
  sdk: StoreSdk
  ways: Ways
  /** Focuses the choice when it grows, after an action of the shopper. */
  focus?: number
  texts: CryptoPaymentTexts
}) {
  const picker = useCoinPicker()
  const { inlineId, hostedId, busy, error } = ways
  const { texts } = props
  const hostedText = inlineId ? texts.payHosted : texts.pay
  const hostedButton = hostedId && (
    <button
      type="button"
      className={`cryptopay-button${inlineId ? " cryptopay-second" : ""}`}
      aria-disabled={busy}
      onClick={() => ways.payHosted(hostedId)}
    >
      {busy ? texts.starting : hostedText}
    </button>
  )
  return (
    <div className="cryptopay-ways" hidden={ways.pending !== null}>
      {inlineId && picker === null && <p role="alert">{texts.coinsFailed}</p>}
      {inlineId && picker === undefined ? (
        <Skeleton text={texts.loadingCoins} />
      ) : inlineId && picker ? (
        <picker.CoinPicker
          {...props}
          key={inlineId}
          providerId={inlineId}
          isOld={error?.kind === "coin_not_offered"}
          onRetry={ways.clearError}
          onChoose={(coin) => ways.payInline(toCoin(coin))}
        >
          {hostedButton}
        </picker.CoinPicker>
      ) : (
        hostedButton
      )}
      <StartError error={error} texts={texts} />
    </div>
  )
}
