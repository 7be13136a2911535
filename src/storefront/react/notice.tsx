import { type ReactNode, useEffect, useRef } from "react"

import {
  type CryptoPaymentTexts,
  fillPhaseText,
  fillPlaceholders,
  type PhaseKey,
} from "../locales"
import type { PhaseTexts } from "../locales/en"
import type { CryptoPaymentPhase } from "../phase"
import type { CryptoPaymentError } from "../store-api"
import type { CryptoPaymentView } from "../watch"

/** The phase of a payment. `children` are the actions. */
export function PaymentNotice({
  view,
  locale,
  texts,
  focus,
  children,
}: {
  view: CryptoPaymentView
  locale: string
  texts: CryptoPaymentTexts
  focus?: boolean
  children?: ReactNode
}) {
  const { phase, payment, problem } = view
  const phaseTexts =
    (payment?.order_id && findUnpaidTexts(texts, phase)) || texts.phases[phase]
  const id = payment?.payment_session_id
  return (
    <Notice
      name={phase}
      text={phaseTexts}
      price={formatPrice(locale, payment)}
      order={payment?.order_display_id}
      further={problem && texts.unavailable}
      focus={focus}
    >
      {payment?.is_test && phase === "waiting" && (
        <p className="cryptopay-test">{texts.testPayment}</p>
      )}
      {children}
      {/* The shopper may need to contact the store about the payment. */}
      {id && (phase === "attention" || phase === "resolved") && (
        <p className="cryptopay-soft">
          {fillPlaceholders(texts.reference, { id })}
        </p>
      )}
    </Notice>
  )
}

/** Heading and text, in a region that screen readers announce when it changes. */
export function Notice({
  name,
  text,
  price,
  order,
  further,
  focus = false,
  children,
}: {
  /** Of the class. */
  name: string
  text: PhaseTexts
  price: string | null
  /** The number of the order. */
  order: number | null | undefined
  /** A second text. */
  further?: string | false | null
  /** Focuses the heading on mount, after an action of the shopper. */
  focus?: boolean
  children?: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focus) heading.current?.focus()
  }, [focus])

  const placeholders = { order: order ? `#${order}` : "" }
  return (
    <section className={`cryptopay-notice cryptopay-${name}`}>
      <div role="status">
        <h2 ref={heading} tabIndex={-1} className="cryptopay-heading">
          {fillPlaceholders(text[0], placeholders)}
        </h2>
        <p>{fillPlaceholders(fillPhaseText(text, price), placeholders)}</p>
        {further && <p className="cryptopay-soft">{further}</p>}
      </div>
      {children}
    </section>
  )
}

/** The texts of the payment of an order, where they differ. */
function findUnpaidTexts(
  { unpaidOrder }: CryptoPaymentTexts,
  phase: CryptoPaymentPhase
): PhaseTexts | undefined {
  return Object.entries(unpaidOrder).find(([name]) => name === phase)?.[1]
}

/** Why a payment could not be started; Medusa's message when it rejected the request. */
export function StartError({
  error,
  texts,
}: {
  error: CryptoPaymentError | null
  texts: CryptoPaymentTexts
}) {
  return (
    <div role="alert" className="cryptopay-error">
      {error && (
        <p>
          {texts.startFailed}{" "}
          {error.kind === "unavailable" ? texts.tryAgain : error.message}
        </p>
      )}
    </div>
  )
}

/** The text of the button that starts a new payment, where nothing was paid. */
export const RETRY_TEXTS: PhaseActions = {
  expired: "tryAgain",
  failed: "tryAgain",
  cart_changed: "payNewAmount",
}

/** The text of a phase's button. */
export type PhaseActions = Partial<
  Record<CryptoPaymentPhase, Exclude<keyof CryptoPaymentTexts, PhaseKey>>
>

/** "19.9", "eur" -> "€19.90"; null without a price. */
export function formatPrice(
  locale: string,
  price: { amount: string | null; currency_code: string | null } | null
): string | null {
  const { amount, currency_code: currency } = price ?? {}
  if (!amount || !currency) return null
  try {
    const format = { style: "currency", currency } as const
    return new Intl.NumberFormat(locale, format).format(Number(amount))
  } catch {
    // The browser does not know the currency or the locale.
    return `${amount} ${currency.toUpperCase()}`
  }
}

/** "January 1, 2026 at 12:00 PM"; empty without a time. */
export function formatTime(locale: string, time: string | null): string {
  if (!time) return ""
  const format = { dateStyle: "long", timeStyle: "short" } as const
  try {
    return new Date(time).toLocaleString(locale, format)
  } catch {
    // The browser does not know the locale.
    return new Date(time).toLocaleString("en", format)
  }
}
