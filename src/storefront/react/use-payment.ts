import { useEffect, useRef, useState } from "react"

import { type CryptoPaymentPhase, findCryptoPayment, PHASES } from "../payment"
import type { StartCryptoPaymentOptions, StartedCryptoPayment } from "../start"
import { CryptoPaymentError, type StoreSdk } from "../store-api"
import {
  browserPage,
  type CryptoPaymentWatch,
  NO_VIEW,
  watchCryptoPayment,
} from "../watch"
import { getOrderId, type OrderProps } from "./elements"
import { rememberSession } from "./memory"
import { useRequest } from "./use-request"
import type { CommonProps } from "./use-texts"

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
  const orderId = getOrderId(view)

  // Once for each value, whatever callback a rendering brings.
  useEffect(() => void onPhase?.(phase), [phase])
  useEffect(() => {
    if (orderId !== null && payment) onOrder?.(orderId, payment)
  }, [orderId])

  return { view, check: () => watch.current?.check() }
}

/** While `enabled`, and with each value of `again`; null also when the request fails. */
export function useFoundPayment(
  sdk: StoreSdk,
  search: { cartId: string | undefined; enabled: boolean; again: unknown },
  onFound: (found: Awaited<ReturnType<typeof findCryptoPayment>>) => void
): void {
  const { cartId, enabled, again } = search
  useEffect(() => {
    if (cartId === undefined || (!enabled && !again)) return
    const unmount = new AbortController()
    const { signal } = unmount
    void findCryptoPayment(sdk, { cartId, signal })
      .catch(() => null)
      .then((found) => {
        if (!signal.aborted) onFound(found)
      })
    return () => unmount.abort()
  }, [enabled, cartId, again])
}

/** How often the shopper came back to this page from another one, or another tab. */
export function useReturns(): number {
  const [returns, setReturns] = useState(0)
  useEffect(
    () =>
      browserPage.onReturn(() => {
        if (!browserPage.isHidden()) setReturns((times) => times + 1)
      }),
    []
  )
  return returns
}

export type StartProps = {
  /** Runs before a payment is started, for example to save an address; its error is shown. */
  onBeforeStart?: () => void | Promise<void>
  /**
   * A path, or a URL on an allowed origin.
   * @default the plugin's options; of a payment collection this page
   */
  returnPage?: string
  /** Opens the hosted page. @default location.assign */
  onCheckout?: (checkoutUrl: string) => void
}

export type ChoiceProps = StartProps & {
  /** Coins that come first, by code, asset or network. @default as the server lists them */
  preferred?: readonly string[]
}

/** The page can be shown without it. */
const loadStart = () => import("../start")

/** One at a time. After a hosted one, `busy` stays while the browser leaves the page. */
export function useStart(
  { sdk, onBeforeStart }: Pick<StartProps, "onBeforeStart"> & { sdk: StoreSdk },
  phase: CryptoPaymentPhase,
  onStarted: (started: StartedCryptoPayment) => void,
  onFailed?: (error: CryptoPaymentError) => void
) {
  const { busy, error, setError, send, updateBusy } = useRequest(onFailed)
  const clearError = () => setError(null)

  // A payment is there after all.
  useEffect(() => {
    if (phase === "waiting" || PHASES[phase].isReceived) clearError()
  }, [phase])

  // Before a press needs it.
  useEffect(() => void loadStart().catch(() => undefined), [])

  useRestored(() => updateBusy(false))

  const prepare = async (getOptions: () => StartCryptoPaymentOptions) => {
    try {
      await onBeforeStart?.()
      return getOptions()
    } catch (thrown) {
      // The shopper sees the message of an error of the store's own code.
      const message = thrown instanceof Error ? thrown.message : String(thrown)
      throw new CryptoPaymentError("refused", message)
    }
  }
  const start = (getOptions: () => StartCryptoPaymentOptions) =>
    send(async () => {
      const options = await prepare(getOptions)
      const { startCryptoPayment } = await loadStart()
      const started = await startCryptoPayment(sdk, options)
      rememberSession("latest", started.paymentSessionId, options.cartId)
      onStarted(started)
      return started.checkoutUrl !== null
    })
  return { busy, error, clearError, start }
}

/** When the back button restores the page from the back/forward cache. */
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
