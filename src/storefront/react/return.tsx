import { useEffect, useState } from "react"

import { paymentSessionIdIn, returnUrl } from "../return-url"
import type { CryptoPaymentView } from "../watch"
import type { CommonProps } from "./common-props"
import { leadTo, Link } from "./link"
import { PaymentNotice } from "./notice"
import { Outcome, type OutcomeProps } from "./outcome"
import { StartError } from "./start-error"
import { useOrder } from "./use-order"
import { useSpeech } from "./use-speech"
import { useStart } from "./use-start"
import { useWatch } from "./use-watch"

export type CryptoPaymentReturnProps = CommonProps &
  OutcomeProps & {
    /** @default `payment_session_id` in the page's address */
    paymentSessionId?: string
    /** The shopper's cart, if this browser has it: lets them try again. */
    cartId?: string
    /** Where to go without a cart, and after a payment that is over. @default "/" */
    backHref?: string
  }

/**
 * The return page: tells how the payment of a session stands by the shop's
 * books, never by the address that the browser came back on.
 */
export function CryptoPaymentReturn(props: CryptoPaymentReturnProps) {
  const { sdk, cartId, backHref = "/" } = props
  const sessionId = useSessionId(props.paymentSessionId)
  const { speech, frame } = useSpeech(props)
  const { texts } = speech
  const { view } = useWatch(sdk, sessionId ?? null, props.onPhase)
  const orderId = useOrder(view, props.onOrder)
  const { busy, error, start } = useStart(sdk, ({ checkoutUrl }) => {
    leadTo(checkoutUrl ?? backHref)
  })
  const shown: CryptoPaymentView =
    sessionId === null ? { ...view, phase: "unknown" } : view
  const { phase, payment } = shown

  const tryAgain = () =>
    start(() => {
      const page = returnUrl(window.location.href)
      return {
        cartId: cartId ?? "",
        providerId: payment?.provider_id ?? "",
        successUrl: page,
        failUrl: page,
      }
    })
  const mayRetry = cartId !== undefined && payment?.flow === "widget"
  return (
    <div {...frame}>
      <PaymentNotice view={shown} speech={speech}>
        {phase === "waiting" && (
          <Link className="cryptopay-button" href={payment?.checkout_url}>
            {texts.toPaymentPage}
          </Link>
        )}
        {orderId !== null && (
          <Outcome {...props} orderId={orderId} texts={texts} />
        )}
        {retryable.has(phase) && mayRetry && (
          <button
            type="button"
            className="cryptopay-button"
            aria-disabled={busy}
            onClick={tryAgain}
          >
            {busy
              ? texts.opening
              : phase === "cart_changed"
                ? texts.payNewAmount
                : texts.tryAgain}
          </button>
        )}
        {(over.has(phase) || (retryable.has(phase) && !mayRetry)) && (
          <Link className="cryptopay-link" href={backHref}>
            {texts.back}
          </Link>
        )}
        <StartError error={error} texts={texts} />
      </PaymentNotice>
    </div>
  )
}

/** Nothing was paid, and a new attempt can be made. */
const retryable: ReadonlySet<string> = new Set([
  "expired",
  "failed",
  "cart_changed",
])

const over: ReadonlySet<string> = new Set([
  "replaced",
  "paid_otherwise",
  "resolved",
  "unknown",
])

/**
 * The session that the page is about; null when it names none. Undefined at
 * first, as on the server: the address is known in the browser only.
 */
function useSessionId(given: string | undefined): string | null | undefined {
  const [id, setId] = useState<string | null | undefined>(given)
  useEffect(() => {
    setId(given ?? paymentSessionIdIn(window.location.href) ?? null)
  }, [given])
  return id
}
