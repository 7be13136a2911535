import { type ReactNode, useState } from "react"

import { buildReturnUrls } from "../urls"
import { PHASES } from "../payment"
import { openPage, type OrderProps } from "./elements"
import { PaymentNotice, RETRY_TEXTS, StartError } from "./notice"
import {
  type StartProps,
  useFoundPayment,
  usePayment,
  useReturns,
  useStart,
} from "./use-payment"
import { type CommonProps, useTexts } from "./use-texts"

export type CryptoPaymentButtonProps = CommonProps &
  OrderProps &
  StartProps & {
    cartId: string
    /** The provider of the hosted page. @default "pp_crypto_crypto" */
    providerId?: string
    disabled?: boolean
    /** The content of the button. @default the text `pay` */
    children?: ReactNode
  }

/**
 * Opens the hosted page for a new payment, or shows the cart's:
 * open, received, or in need of a new start.
 */
export function CryptoPaymentButton(props: CryptoPaymentButtonProps) {
  const { sdk, cartId, providerId = "pp_crypto_crypto", returnPage } = props
  const { onCheckout = openPage } = props
  const { locale, texts, rootProps } = useTexts(props)
  /** Undefined until it is known whether the cart has a payment. */
  const [sessionId, setSessionId] = useState<string | null>()
  const { view } = usePayment(sessionId ?? null, props)
  const { busy, error, start } = useStart(props, view.phase, (started) => {
    if (started.checkoutUrl !== null) onCheckout(started.checkoutUrl)
    else setSessionId(started.paymentSessionId)
  })
  // Also after a failed start, and back from the hosted page or another tab.
  const returns = useReturns()
  const again = busy ? 0 : returns
  useFoundPayment(sdk, { cartId, enabled: !busy, again }, (found) =>
    setSessionId((id) => found?.payment.payment_session_id ?? id ?? null)
  )

  const pay = () =>
    start(() => ({ cartId, providerId, ...buildReturnUrls(returnPage) }))
  const { phase, payment } = view
  // Beside an unpaid payment. An inline one does not go on here.
  const isOpen = phase === "waiting" && payment?.flow === "widget"
  const nextText = isOpen ? "openPaymentPage" : RETRY_TEXTS[phase]
  const content = nextText ? texts[nextText] : (props.children ?? texts.pay)
  const isFinding =
    sessionId === undefined || (sessionId !== null && phase === "checking")
  const button = (
    <button
      type="button"
      className="cryptopay-button"
      disabled={props.disabled}
      aria-disabled={busy}
      onClick={pay}
    >
      {busy ? texts.starting : content}
    </button>
  )
  return (
    <div
      {...rootProps}
      className={`${rootProps.className}${isFinding ? " cryptopay-finding" : ""}`}
    >
      {nextText || PHASES[phase].isReceived || phase === "resolved" ? (
        <PaymentNotice {...props} view={view} locale={locale} texts={texts}>
          {nextText && button}
        </PaymentNotice>
      ) : (
        button
      )}
      <StartError error={error} texts={texts} />
    </div>
  )
}
