import { useEffect, useState } from "react"

import type { CryptoPaymentTexts } from "../locales"
import type { CryptoPayment } from "../payment-state"
import { forgetSession, recallSession, rememberSession } from "./memory"
import { PaymentDetails } from "./payment-details"
import type { CommonProps } from "./use-texts"

/** What to send, and the button by which the shopper says that it was sent. */
export function InlinePayment({
  sent,
  ...details
}: Pick<CommonProps, "tokens"> & {
  payment: CryptoPayment
  sent: ReturnType<typeof useSent>
  texts: CryptoPaymentTexts
}) {
  const { payment, texts } = details
  return (
    <>
      {!sent.isSent && <PaymentDetails {...details} />}
      {payment.state !== "creating" && (
        <button
          type="button"
          className={
            sent.isSent ? "cryptopay-link" : "cryptopay-button cryptopay-second"
          }
          onClick={sent.toggle}
        >
          {sent.isSent ? texts.showAgain : texts.sent}
        </button>
      )}
    </>
  )
}

/**
 * Whether the shopper says that a payment was sent. It changes what is shown, so that nobody sends
 * twice, and proves nothing. A reload keeps it, for a day.
 */
export function useSent(sessionId: string | null, onToggle: () => void) {
  const [sentId, setSentId] = useState<string | null>(null)
  useEffect(() => setSentId(recallSession("sent")), [])
  const isSent = sessionId !== null && sentId === sessionId
  const toggle = () => {
    if (sessionId === null) return
    if (isSent) forgetSession("sent", sessionId)
    else rememberSession("sent", sessionId)
    setSentId(isSent ? null : sessionId)
    onToggle()
  }
  return { isSent, toggle }
}
