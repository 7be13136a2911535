import { useEffect, useRef, useState } from "react"

import { findCryptoPayment } from "../payment"
import type { StoreSdk } from "../store-api"
import {
  browserPage,
  type CryptoPaymentWatch,
  NO_VIEW,
  watchCryptoPayment,
} from "../watch"
import type { OrderProps } from "./link"
import type { CommonProps } from "./use-texts"

/** Watches the payment of a session while the component is mounted. */
export function usePayment(
  paymentSessionId: string | null,
  { sdk, cartId, onPhase, onOrder }: CommonProps & OrderProps,
  page = browserPage
) {
  const [latest, setLatest] = useState({ id: paymentSessionId, view: NO_VIEW })
  const watch = useRef<CryptoPaymentWatch | null>(null)

  useEffect(() => {
    if (paymentSessionId === null) return
    const started = watchCryptoPayment(
      sdk,
      {
        paymentSessionId,
        cartId,
        onChange: (view) => setLatest({ id: paymentSessionId, view }),
      },
      page
    )
    watch.current = started
    return () => started.stop()
    // `sdk` may be a new instance in each rendering.
  }, [paymentSessionId, cartId])

  // The view of another session does not apply to this one.
  const view = latest.id === paymentSessionId ? latest.view : NO_VIEW
  const { phase, payment } = view
  const orderId = phase === "order_placed" ? (payment?.order_id ?? null) : null

  // Once for each value, whatever callback a rendering brings.
  useEffect(() => void onPhase?.(phase), [phase])
  useEffect(() => {
    if (orderId !== null && payment) onOrder?.(orderId, payment)
  }, [orderId])

  return { view, orderId, check: () => watch.current?.check() }
}

/**
 * Finds the payment of a cart while `enabled`, and after each `failure` to start another; null also
 * when the request fails.
 */
export function useFoundPayment(
  sdk: StoreSdk,
  search: { cartId: string | undefined; enabled: boolean; failure: unknown },
  onFound: (found: Awaited<ReturnType<typeof findCryptoPayment>>) => void
): void {
  const { cartId, enabled, failure } = search
  useEffect(() => {
    if (cartId === undefined || (!enabled && !failure)) return
    const unmount = new AbortController()
    const { signal } = unmount
    void findCryptoPayment(sdk, { cartId, signal })
      .catch(() => null)
      .then((found) => {
        if (!signal.aborted) onFound(found)
      })
    return () => unmount.abort()
  }, [enabled, cartId, failure])
}
