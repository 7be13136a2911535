import { useEffect, useState } from "react"

import { browserPage } from "../watch"
import { PHASES } from "../payment"
import { Link, type OrderProps } from "./elements"
import { forgetSession, isLatestOfCart, recallSession } from "./memory"
import { PaymentNotice } from "./notice"
import { usePayment } from "./use-payment"
import { type CommonProps, useTexts } from "./use-texts"

export type CryptoPaymentLatestProps = CommonProps &
  Omit<OrderProps, "onOrder"> & {
    /**
     * The store's page with the panel, for a link to an open inline payment of the cart `cartId`.
     * @default no link
     */
    checkoutHref?: string
  }

/**
 * The payment that was started last in this browser, for a day:
 * open, received, or with its order; else nothing.
 */
export function CryptoPaymentLatest(props: CryptoPaymentLatestProps) {
  const [sessionId, setSessionId] = useState<string | null>(null)

  useEffect(() => {
    const read = () => setSessionId(recallSession("latest"))
    read()
    // Another page or tab may have started one.
    return browserPage.onReturn(read)
  }, [])

  if (sessionId === null) return null
  const forget = () => {
    forgetSession("latest", sessionId)
    setSessionId(null)
  }
  return <Latest {...props} sessionId={sessionId} onForget={forget} />
}

const PAGE = { ...browserPage, minDelayMs: 30_000 }

function Latest({
  sessionId,
  onForget,
  checkoutHref,
  ...props
}: CryptoPaymentLatestProps & { sessionId: string; onForget: () => void }) {
  const { locale, texts, rootProps } = useTexts(props)
  const { view } = usePayment(sessionId, props, PAGE)
  const { phase, payment } = view

  useEffect(() => {
    if (phase === "unknown") onForget()
  }, [phase])

  if (!payment || PHASES[phase].isSilent) return null
  return (
    <div {...rootProps} className={`${rootProps.className} cryptopay-latest`}>
      <PaymentNotice
        {...props}
        view={view}
        locale={locale}
        texts={texts}
        isSent={recallSession("sent") === sessionId}
      >
        {phase === "waiting" && (
          <Link
            className="cryptopay-button"
            href={
              payment.checkout_url ??
              // The payment of another cart, or of an order, is not in the checkout.
              (payment.order_display_id === null &&
                isLatestOfCart(props.cartId) &&
                checkoutHref)
            }
          >
            {payment.checkout_url ? texts.openPaymentPage : texts.continue}
          </Link>
        )}
        <button type="button" className="cryptopay-link" onClick={onForget}>
          {texts.dismiss}
        </button>
      </PaymentNotice>
    </div>
  )
}
