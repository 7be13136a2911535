import type { CryptoPaymentTexts } from "../locales"
import type { CryptoPaymentSubject, StartedCryptoPayment } from "../start"
import type { CryptoCurrency, CryptoPaymentError, StoreSdk } from "../store-api"
import { buildReturnUrls } from "../urls"
import { CoinPicker } from "./coin-picker"
import { StartError } from "./notice"
import { type StartProps, useStart } from "./use-payment"

/**
 * One entry for both flows: the choice of a coin, with the hosted page as an alternative, or a
 * button for the hosted page where there is no other. A payment is started when the shopper presses
 * a button, never before.
 */
export function PaymentWays({
  sdk,
  subject,
  inlineId,
  hostedId,
  returnPage,
  preferred,
  focus,
  texts,
  isPending,
  onBeforeStart,
  onPending,
  onStarted,
  onFailed,
}: StartProps & {
  sdk: StoreSdk
  subject: CryptoPaymentSubject
  /** The provider of each flow, where the store has it. */
  inlineId: string | undefined
  hostedId: string | undefined
  /** Where the hosted page returns to; unset: where the plugin's options say. */
  returnPage: string | undefined
  preferred: readonly string[] | undefined
  focus?: number
  texts: CryptoPaymentTexts
  /** Hides the choice, while what it leads to is shown. */
  isPending: boolean
  /** The coin of the payment that is being started; null when it could not be. */
  onPending: (coin: CryptoCurrency | null) => void
  onStarted: (started: StartedCryptoPayment) => void
  onFailed?: (error: CryptoPaymentError) => void
}) {
  const { busy, error, start } = useStart(
    { sdk, onBeforeStart },
    onStarted,
    (failed) => {
      onPending(null)
      // The order may have been paid, canceled or changed meanwhile.
      onFailed?.(failed)
    }
  )

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
          sdk={sdk}
          providerId={inlineId}
          preferred={preferred}
          focus={focus}
          texts={texts}
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
