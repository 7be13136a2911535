import { useEffect, useRef, useState } from "react"

import type { StartCryptoPaymentOptions, StartedCryptoPayment } from "../start"
import {
  CryptoPaymentError,
  type StoreSdk,
  toCryptoPaymentError,
} from "../store-api"
import { rememberSession } from "./memory"

/** The property of components that start a payment. */
export type StartProps = {
  /** Runs before a payment is started, for example to save an address; its error is shown. */
  onBeforeStart?: () => void | Promise<void>
}

type GetOptions = () => StartCryptoPaymentOptions

/** The page can be shown without it. */
const loadStart = () => import("../start")

/**
 * Starts one payment at a time: a second click does nothing until the first has finished. After a
 * hosted payment was started, `busy` stays true while the browser leaves the page.
 */
export function useStart(
  { sdk, onBeforeStart }: { sdk: StoreSdk } & StartProps,
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

  // Before a press needs it.
  useEffect(() => void loadStart().catch(() => undefined), [])

  useRestored(() => updateBusy(false))

  const prepare = async (getOptions: GetOptions) => {
    try {
      await onBeforeStart?.()
      return getOptions()
    } catch (thrown) {
      // The shopper sees the message of an error of the store's own code.
      const message = thrown instanceof Error ? thrown.message : String(thrown)
      throw new CryptoPaymentError("refused", message)
    }
  }
  const start = (getOptions: GetOptions) => {
    if (started.current) return
    updateBusy(true)
    setError(null)
    prepare(getOptions)
      .then(async (options) => {
        const { startCryptoPayment } = await loadStart()
        const result = await startCryptoPayment(sdk, options)
        rememberSession("latest", result.paymentSessionId, options.cartId)
        return result
      })
      .then((result) => {
        if (result.checkoutUrl === null) updateBusy(false)
        onStarted(result)
      })
      .catch((thrown: unknown) => {
        updateBusy(false)
        setError(toCryptoPaymentError(thrown))
      })
  }
  return { busy, error, start }
}

/** Runs when the browser's back button restores the page from the back/forward cache. */
export function useRestored(onRestored: () => void): void {
  const latest = useRef(onRestored)
  latest.current = onRestored
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) latest.current()
    }
    window.addEventListener("pageshow", onPageShow)
    return () => window.removeEventListener("pageshow", onPageShow)
  }, [])
}
