import { useEffect, useRef, useState } from "react"

import { CryptoPaymentError, toCryptoPaymentError } from "../errors"
import type { StoreSdk } from "../sdk"
import {
  startCryptoPayment,
  type StartCryptoPayment,
  type StartedCryptoPayment,
} from "../start"

type Wish = Omit<StartCryptoPayment, "signal">

/**
 * Starts one payment at a time: a second click while the first is under way
 * does nothing. `busy` stays true after a hosted payment was opened, while the
 * browser leaves.
 */
export function useStart(
  sdk: StoreSdk,
  onStarted: (started: StartedCryptoPayment) => void
): {
  busy: boolean
  error: CryptoPaymentError | null
  start: (wish: () => Wish | Promise<Wish>) => void
} {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<CryptoPaymentError | null>(null)
  const underway = useRef(false)

  // Back by the browser's back button, out of its page cache.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      underway.current = false
      setBusy(false)
    }
    window.addEventListener("pageshow", onShow)
    return () => window.removeEventListener("pageshow", onShow)
  }, [])

  const rest = () => {
    underway.current = false
    setBusy(false)
  }
  const run = async (wish: () => Wish | Promise<Wish>) => {
    if (underway.current) return
    underway.current = true
    setBusy(true)
    setError(null)
    try {
      const started = await startCryptoPayment(sdk, await prepared(wish))
      if (started.checkoutUrl === null) rest()
      onStarted(started)
    } catch (thrown) {
      rest()
      setError(toCryptoPaymentError(thrown))
    }
  }
  return { busy, error, start: (wish) => void run(wish) }
}

/** What the shop's own preparation throws is the shop's sentence to the shopper. */
async function prepared(wish: () => Wish | Promise<Wish>): Promise<Wish> {
  try {
    return await wish()
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown)
    throw new CryptoPaymentError("refused", why)
  }
}
