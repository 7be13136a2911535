import { type ReactNode, useEffect, useState } from "react"

import { findCryptoPayment } from "../find"
import type { CryptoPaymentPhase } from "../phase"
import { returnUrl } from "../return-url"
import type { CommonProps } from "./common-props"
import { PaymentNotice } from "./notice"
import { Outcome, type OutcomeProps } from "./outcome"
import { StartError } from "./start-error"
import { useOrder } from "./use-order"
import { useSpeech } from "./use-speech"
import { useStart } from "./use-start"
import { useWatch } from "./use-watch"

export type CryptoPaymentButtonProps = CommonProps &
  OutcomeProps & {
    cartId: string
    /** The hosted page's provider. @default "pp_crypto_crypto" */
    providerId?: string
    /** The shop's return page: a path, or a URL on an allowed origin. @default the shop's options */
    returnPage?: string
    disabled?: boolean
    /** Runs first, to save an address for instance; what it throws is shown. */
    onBeforeStart?: () => void | Promise<void>
    /** Takes the browser to the hosted page. @default location.assign */
    onCheckout?: (checkoutUrl: string) => void
    /** What the button says. @default the text `pay` */
    children?: ReactNode
  }

/**
 * Opens a payment for the cart, and leads the browser to the gateway's hosted
 * page. A payment that the cart has already is told of first: a reload neither
 * hides that it was received, nor that it expired or asks for an old price.
 */
export function CryptoPaymentButton(props: CryptoPaymentButtonProps) {
  const { sdk, cartId, providerId = "pp_crypto_crypto", returnPage } = props
  const { speech, frame } = useSpeech(props)
  const { texts } = speech
  const { onCheckout = (url: string) => window.location.assign(url) } = props
  const [sessionId, setSessionId] = useState<string | null>(null)
  const { view } = useWatch(sdk, sessionId, props.onPhase)
  const orderId = useOrder(view, props.onOrder)
  const { busy, error, start } = useStart(sdk, (started) => {
    if (started.checkoutUrl !== null) onCheckout(started.checkoutUrl)
    else setSessionId(started.paymentSessionId)
  })

  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    void findCryptoPayment(sdk, { cartId, providerId, signal })
      // Without an answer the button is all that can be offered.
      .catch(() => undefined)
      .then((found) => {
        if (!signal.aborted && found !== undefined) setSessionId(found)
      })
    return () => leaving.abort()
  }, [cartId, providerId])

  const pay = () =>
    start(async () => {
      await props.onBeforeStart?.()
      const page = returnPage === undefined ? undefined : returnUrl(returnPage)
      return { cartId, providerId, successUrl: page, failUrl: page }
    })
  const { phase } = view
  const label = again[phase]
  const button = (
    <button
      type="button"
      className="cryptopay-button"
      disabled={props.disabled}
      aria-disabled={busy}
      onClick={pay}
    >
      {busy
        ? texts.opening
        : label
          ? texts[label]
          : (props.children ?? texts.pay)}
    </button>
  )
  return (
    <div {...frame}>
      {label || received.has(phase) ? (
        <PaymentNotice view={view} speech={speech}>
          {orderId !== null && (
            <Outcome {...props} orderId={orderId} texts={texts} />
          )}
          {label && button}
        </PaymentNotice>
      ) : (
        button
      )}
      <StartError error={error} texts={texts} />
    </div>
  )
}

/** What the button says after a payment that nobody made. */
const again: Partial<Record<CryptoPaymentPhase, "tryAgain" | "payNewAmount">> =
  {
    expired: "tryAgain",
    failed: "tryAgain",
    cart_changed: "payNewAmount",
  }

/** Nothing is left to pay. */
const received: ReadonlySet<CryptoPaymentPhase> = new Set([
  "placing_order",
  "order_placed",
  "attention",
  "resolved",
] as const)
