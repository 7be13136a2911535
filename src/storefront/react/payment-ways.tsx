import { useEffect, useState } from "react"

import type { CryptoCollection } from "../collection"
import type { CryptoPaymentTexts } from "../locales"
import type { StoreSdk } from "../store-api"
import { buildReturnUrl } from "../urls"
import type { StartedCryptoPayment } from "../start"
import { CoinPicker } from "./coin-picker"
import { StartError } from "./notice"
import { RadioList } from "./radio-list"
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
  const [{ provider_id: first }] = providers
  const [providerId, setProviderId] = useState(first)
  const { busy, error, start } = useStart({ sdk, onBeforeStart }, onStarted)

  // The order may have been paid, canceled or changed meanwhile.
  useEffect(() => {
    if (error) onFailed()
  }, [error])

  const pay = (targetCurrency?: string) =>
    start(() => {
      const url = buildReturnUrl(returnPage ?? window.location.href)
      const urls = targetCurrency ? {} : { successUrl: url, failUrl: url }
      return { paymentCollectionId, providerId, targetCurrency, ...urls }
    })
  const isChosen = ({ provider_id }: { provider_id: string }) =>
    provider_id === providerId
  const flow = providers.find(isChosen)?.flow ?? "widget"
  const ways = { widget: texts.payHosted, h2h: texts.payInline }
  return (
    <>
      {providers.length > 1 && (
        <RadioList
          legend={texts.chooseWay}
          options={providers.map(({ provider_id, flow }) => ({
            value: provider_id,
            name: ways[flow],
          }))}
          selected={providerId}
          onSelect={setProviderId}
        />
      )}
      {flow === "widget" ? (
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
          providerId={providerId}
          texts={texts}
          busy={busy}
          onChoose={pay}
        />
      )}
      <StartError error={error} texts={texts} />
    </>
  )
}
