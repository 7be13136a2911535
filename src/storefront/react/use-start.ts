import { useEffect, useRef, useState } from "react"

import {
  startCryptoPayment,
  type StartCryptoPaymentOptions,
  type StartedCryptoPayment,
} from "../start"
import {
  CryptoPaymentError,
  type StoreSdk,
  toCryptoPaymentError,
} from "../store-api"

/** Returns what to start; runs after the shopper's click. */
type Prepare = () =>
  StartCryptoPaymentOptions | Promise<StartCryptoPaymentOptions>

/**
 * Starts one payment at a time: a second click does nothing until the first has
 * finished. After a hosted payment was started, `busy` stays true while the
 * browser leaves the page.
 */
export function useStart(
  sdk: StoreSdk,
  onStarted: (started: StartedCryptoPayment) => void
) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<CryptoPaymentError | null>(null)
  // State is updated too late to reject the second of two fast clicks.
  const started = useRef(false)
  const updateBusy = (value: boolean) => {
    started.current = value
    setBusy(value)
  }

  // The browser's back button restores the page from the back/forward cache.
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) updateBusy(false)
    }
    window.addEventListener("pageshow", onPageShow)
    return () => window.removeEventListener("pageshow", onPageShow)
  }, [])

  const run = async (prepare: Prepare) => {
    if (started.current) return
    updateBusy(true)
    setError(null)
    try {
      const options = await runPreparation(prepare)
      const result = await startCryptoPayment(sdk, options)
      if (result.checkoutUrl === null) updateBusy(false)
      onStarted(result)
    } catch (thrown) {
      updateBusy(false)
      setError(toCryptoPaymentError(thrown))
    }
  }
  return { busy, error, start: (prepare: Prepare) => void run(prepare) }
}

/** The message of an error of the store's own `onBeforeStart` is shown to the shopper. */
async function runPreparation(prepare: Prepare) {
  try {
    return await prepare()
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown)
    throw new CryptoPaymentError("refused", message)
  }
}
