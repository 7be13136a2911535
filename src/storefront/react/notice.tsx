import { type ReactNode, useEffect, useRef } from "react"

import { fill } from "../texts"
import type { CryptoPaymentView } from "../watch"
import type { Speech } from "./use-speech"
import { formatPrice } from "./format-price"

/** Phases in which the shopper may want to name the payment to the shop. */
const withReference: ReadonlySet<string> = new Set(["attention", "resolved"])

/**
 * How the payment stands, in a region that screen readers read out when it
 * changes. `children` are what can be done about it.
 */
export function PaymentNotice({
  view,
  speech: { locale, texts },
  focus = false,
  children,
}: {
  view: CryptoPaymentView
  speech: Speech
  /** Moves the focus to the heading when it comes up: the shopper asked for it. */
  focus?: boolean
  children?: ReactNode
}) {
  const { phase, payment, problem } = view
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focus) heading.current?.focus()
  }, [focus])

  const [title, text] = texts.phases[phase]
  const price = payment
    ? formatPrice(locale, payment.amount, payment.currency_code)
    : ""
  const id = payment?.payment_session_id
  return (
    <section className={`cryptopay-notice cryptopay-${phase}`}>
      <div role="status">
        <h2 ref={heading} tabIndex={-1} className="cryptopay-heading">
          {title}
        </h2>
        <p>{fill(text, { price })}</p>
        {problem && <p className="cryptopay-soft">{texts.noAnswer}</p>}
      </div>
      {payment?.is_test && phase === "waiting" && (
        <p className="cryptopay-test">{texts.test}</p>
      )}
      {children}
      {id && withReference.has(phase) && (
        <p className="cryptopay-soft">{fill(texts.reference, { id })}</p>
      )}
    </section>
  )
}
