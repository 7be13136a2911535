import { useEffect, useState } from "react"

import { buildReturnUrls, getPaymentSessionId } from "../urls"
import type { CryptoPaymentView } from "../watch"
import { PHASES } from "../payment"
import { CryptoPaymentCollection } from "./collection"
import { PaymentNotice, RETRY_TEXTS, StartError } from "./notice"
import {
  findStep,
  getOrderId,
  Link,
  openPage,
  type OrderProps,
  Steps,
} from "./elements"
import { useFoundPayment, usePayment, useStart } from "./use-payment"
import { type CommonProps, useLeftTexts, useTexts } from "./use-texts"

export type CryptoPaymentReturnProps = CommonProps &
  OrderProps & {
    /** @default `payment_session_id` in the page's URL */
    paymentSessionId?: string
    /** The page to return to without a cart, or when nothing is left to pay. @default "/" */
    backHref?: string
  }

/**
 * Shows what Medusa knows about the payment: the page's URL proves nothing. For an order that is
 * not paid it is the pay page.
 */
export function CryptoPaymentReturn(props: CryptoPaymentReturnProps) {
  const { sdk, cartId, backHref = "/" } = props
  const sessionId = useSessionId(props.paymentSessionId)
  const { locale, texts, rootProps } = useTexts(props, true)
  const [unpaidId, setUnpaidId] = useState<string | null>(null)
  /** Of a payment of the cart that was received, where this one was not. */
  const [receivedId, setReceivedId] = useState<string | null>(null)
  const { view: watched } = usePayment(
    unpaidId === null ? (receivedId ?? sessionId ?? null) : null,
    props
  )
  const view: CryptoPaymentView =
    sessionId === null ? { ...watched, phase: "unknown" } : watched
  const { phase, payment } = view
  const { busy, error, start } = useStart({ sdk }, phase, ({ checkoutUrl }) => {
    openPage(checkoutUrl ?? backHref)
  })
  const leftTexts = useLeftTexts(view, texts)
  const retryText = RETRY_TEXTS[phase]
  useFoundPayment(
    sdk,
    { cartId, enabled: retryText !== undefined, again: error },
    (found) => {
      if (found && PHASES[found.phase].isReceived) {
        setReceivedId(found.payment.payment_session_id)
      }
    }
  )

  const isUnpaidOrder =
    payment?.order_display_id && /^(creating|open|closed)$/.test(payment.state)
  useEffect(() => {
    if (isUnpaidOrder) setUnpaidId(payment.payment_collection_id)
  }, [isUnpaidOrder])
  if (unpaidId !== null) {
    return (
      <CryptoPaymentCollection
        {...props}
        paymentCollectionId={unpaidId}
        backHref={backHref}
      />
    )
  }

  const isRetryable =
    retryText && cartId !== undefined && payment?.flow === "widget"
  return (
    <div {...rootProps}>
      <Steps current={findStep(view, false)} texts={texts} />
      <PaymentNotice {...props} view={view} locale={locale} texts={leftTexts}>
        {phase === "waiting" && (
          <Link className="cryptopay-button" href={payment?.checkout_url}>
            {texts.openPaymentPage}
          </Link>
        )}
        {isRetryable && (
          <button
            type="button"
            className="cryptopay-button"
            aria-disabled={busy}
            onClick={() =>
              start(() => ({
                cartId,
                providerId: payment.provider_id,
                ...buildReturnUrls(window.location.href),
              }))
            }
          >
            {busy ? texts.starting : texts[retryText]}
          </button>
        )}
        {(PHASES[phase].isClosed ||
          (phase === "order_placed" && getOrderId(view) === null) ||
          (retryText && !isRetryable)) && (
          <Link className="cryptopay-link" href={backHref}>
            {texts.backToStore}
          </Link>
        )}
        <StartError error={error} texts={texts} />
      </PaymentNotice>
    </div>
  )
}

/** Undefined where it is not known: in the first rendering and on a server. */
function useSessionId(given: string | undefined): string | null | undefined {
  const [id, setId] = useState<string | null | undefined>(given)
  useEffect(() => {
    setId(given ?? getPaymentSessionId(window.location.href) ?? null)
  }, [given])
  return id
}
