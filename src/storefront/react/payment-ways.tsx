import { useEffect, useId, useState } from "react"

import type { CryptoCollection } from "../collection"
import type { CryptoPaymentTexts } from "../locales"
import type { StoreSdk } from "../store-api"
import { buildReturnUrl } from "../urls"
import type { StartedCryptoPayment } from "../start"
import { CoinPicker } from "./coin-picker"
import { StartError } from "./notice"
import { type StartProps, useStart } from "./use-start"

/** The ways to pay for an order. A payment is started when the shopper presses a button, never before. */
export function PaymentWays({
  collection,
  sdk,
  texts,
  returnPage,
  onBeforeStart,
  onStarted,
  onFailed,
}: StartProps & {
  collection: CryptoCollection
  sdk: StoreSdk
  texts: CryptoPaymentTexts
  returnPage: string | undefined
  onStarted: (started: StartedCryptoPayment) => void
  onFailed: () => void
}) {
  const { payment_collection_id: paymentCollectionId, providers } = collection
  const [chosen, setChosen] = useState(providers[0])
  const { busy, error, start } = useStart({ sdk, onBeforeStart }, onStarted)
  const group = useId()

  // The order may have been paid, canceled or changed meanwhile.
  useEffect(() => {
    if (error) onFailed()
  }, [error])

  const pay = (targetCurrency?: string) =>
    start(() => {
      const url = buildReturnUrl(returnPage ?? window.location.href)
      const urls = targetCurrency ? {} : { successUrl: url, failUrl: url }
      const { provider_id: providerId } = chosen
      return { paymentCollectionId, providerId, targetCurrency, ...urls }
    })
  const ways = { widget: texts.payHosted, h2h: texts.payInline }
  return (
    <>
      {providers.length > 1 && (
        <fieldset className="cryptopay-coins">
          <legend>{texts.chooseWay}</legend>
          {providers.map((provider) => (
            <label key={provider.provider_id} className="cryptopay-coin">
              <input
                type="radio"
                name={group}
                checked={provider.provider_id === chosen.provider_id}
                onChange={() => setChosen(provider)}
              />
              <span className="cryptopay-coin-name">{ways[provider.flow]}</span>
            </label>
          ))}
        </fieldset>
      )}
      {chosen.flow === "widget" ? (
        <button
          type="button"
          className="cryptopay-button"
          aria-disabled={busy}
          onClick={() => pay()}
        >
          {busy ? texts.starting : texts.pay}
        </button>
      ) : (
        <CoinPicker
          sdk={sdk}
          providerId={chosen.provider_id}
          texts={texts}
          busy={busy}
          onChoose={pay}
        />
      )}
      <StartError error={error} texts={texts} />
    </>
  )
}
