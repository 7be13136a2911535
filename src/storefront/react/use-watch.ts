import { useEffect, useRef, useState } from "react"

import type { CryptoPaymentPhase } from "../phase"
import type { StoreSdk } from "../sdk"
import {
  type CryptoPaymentView,
  type CryptoPaymentWatch,
  watchCryptoPayment,
} from "../watch"

const nothingKnown: CryptoPaymentView = {
  phase: "checking",
  payment: null,
  problem: null,
  remainingMs: () => null,
}

/** Follows the payment of a session while the component is there. */
export function useWatch(
  sdk: StoreSdk,
  paymentSessionId: string | null,
  onPhase?: (phase: CryptoPaymentPhase) => void
): { view: CryptoPaymentView; check: () => void } {
  const [seen, setSeen] = useState({ id: paymentSessionId, view: nothingKnown })
  const watch = useRef<CryptoPaymentWatch | null>(null)
  // A new instance in each rendering must not start a new watch each time.
  const latestSdk = useRef(sdk)
  latestSdk.current = sdk

  useEffect(() => {
    if (paymentSessionId === null) return
    const started = watchCryptoPayment(latestSdk.current, {
      paymentSessionId,
      onChange: (view) => setSeen({ id: paymentSessionId, view }),
    })
    watch.current = started
    return () => started.stop()
  }, [paymentSessionId])

  // What is known of another session says nothing of this one.
  const view = seen.id === paymentSessionId ? seen.view : nothingKnown
  const latestOnPhase = useRef(onPhase)
  latestOnPhase.current = onPhase
  useEffect(() => latestOnPhase.current?.(view.phase), [view.phase])

  return {
    view,
    check: () => watch.current?.check(),
  }
}
