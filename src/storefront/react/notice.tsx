import { type ReactNode, useEffect, useRef } from "react"

import type { CryptoCollection } from "../collection"
import {
  type CryptoPaymentTexts,
  fillPhaseText,
  fillPlaceholders,
  type PhaseKey,
} from "../locales"
import type { PhaseTexts } from "../locales/en"
import type { CryptoPayment } from "../payment-state"
import type { CryptoPaymentPhase } from "../phase"
import { describeStartError } from "../start-error"
import type { CryptoPaymentError } from "../store-api"
import type { CryptoPaymentView } from "../watch"
import { Countdown, type Mood, Sign, useTimeLeft } from "./progress"

/** The phase of a payment. `children` are the actions. */
export function PaymentNotice({
  view,
  locale,
  texts,
  isSent = false,
  isHere = false,
  focus,
  onEnd = () => undefined,
  children,
}: {
  view: CryptoPaymentView
  locale: string
  texts: CryptoPaymentTexts
  /** The shopper says that it was sent. */
  isSent?: boolean
  /** It is paid on this page, within the time that is left. */
  isHere?: boolean
  focus?: number
  /** Called when the time is up. */
  onEnd?: () => void
  children?: ReactNode
}) {
  const { phase, payment, problem } = view
  const leftMs = useTimeLeft(view.remainingMs, onEnd)
  // Where the texts of an order's payment differ.
  const unpaidTexts: Partial<Record<CryptoPaymentPhase, PhaseTexts>> =
    texts.unpaidOrder
  const order = payment?.order_display_id
  const cartPrice = formatPrice(locale, {
    amount: payment?.cart_amount ?? null,
    currency_code: payment?.cart_currency_code ?? null,
  })
  const phaseTexts =
    phase === "attention" && cartPrice
      ? texts.paidCartChanged
      : (order && unpaidTexts[phase]) || texts.phases[phase]
  const id = payment?.payment_session_id
  const isWaiting = phase === "waiting"
  const price = formatPrice(locale, payment)
  const isTimed = isWaiting && isHere && !isSent && leftMs !== null && payment
  return (
    <Notice
      name={phase}
      text={isWaiting && isSent ? texts.confirming : phaseTexts}
      price={price}
      cartPrice={cartPrice}
      order={order}
      sign={
        isTimed ? (
          <Countdown leftMs={leftMs} payment={payment} texts={texts} />
        ) : undefined
      }
      further={
        problem
          ? texts.unavailable
          : isTimed && leftMs === 0
            ? texts.timeUp
            : isWaiting && !order
              ? texts.keepCart
              : fillUnderpaid(payment, texts)
      }
      focus={focus}
    >
      {payment?.is_test && isWaiting && (
        <p className="cryptopay-test">{texts.testPayment}</p>
      )}
      {(isWaiting || phase === "cart_changed") && (
        <p className="cryptopay-price">
          <strong>{price ?? "\u00a0"}</strong>{" "}
          {isWaiting && <Rate locale={locale} payment={payment} />}
        </p>
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

/** What one coin costs by this payment: a formula, which every language reads. */
function Rate({
  locale,
  payment,
}: {
  locale: string
  payment: CryptoPayment | null
}) {
  const { amount, crypto_amount, currency_code } = payment ?? {}
  const rate = Number(amount) / Number(crypto_amount)
  const coin = payment?.crypto_name ?? payment?.crypto_currency
  if (!coin || !currency_code || !(rate > 0 && rate < Infinity)) return null
  const price = { amount: String(rate), currency_code }
  return (
    <span className="cryptopay-soft" dir="ltr">
      1 <bdi>{coin}</bdi> ≈{" "}
      <bdi>{formatPrice(locale, price, rate < 1 ? 4 : undefined)}</bdi>
    </span>
  )
}

/** Heading and text, in a region that screen readers announce when it changes. */
export function Notice({
  name,
  text,
  price,
  cartPrice,
  order,
  mood = findMood(name),
  sign,
  further,
  focus = 0,
  children,
}: {
  /** Of the class. */
  name: string
  text: PhaseTexts
  price: string | null
  /** What a cart that changed costs now. */
  cartPrice?: string | null
  /** The number of the order. */
  order: number | null | undefined
  /** Of the sign; null for none. @default as the name says */
  mood?: Mood | null
  /** In place of the usual sign. */
  sign?: ReactNode
  /** A second text. */
  further?: string | false | null
  /** Focuses the heading when it grows, after an action of the shopper. */
  focus?: number
  children?: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focus > 0) heading.current?.focus()
  }, [focus])

  const placeholders = {
    order: order ? `#${order}` : "",
    price: price ?? "",
    cart: cartPrice ?? "",
  }
  return (
    <section className={`cryptopay-notice cryptopay-${name}`}>
      <div className="cryptopay-head">
        {sign ?? (mood && <Sign mood={mood} />)}
        <div role="status">
          <h2 ref={heading} tabIndex={-1} className="cryptopay-heading">
            {fillPlaceholders(text[0], placeholders)}
          </h2>
          <p>{fillPlaceholders(fillPhaseText(text, price), placeholders)}</p>
          {further && <p className="cryptopay-soft">{further}</p>}
        </div>
      </div>
      {children}
    </section>
  )
}

/** By phase or step, null where the shopper has to act; nothing comes of the others. */
function findMood(name: string): Mood | null {
  const found = MOODS.find(([names]) => names.test(name))
  return found ? found[1] : "bad"
}

const MOODS: readonly (readonly [names: RegExp, mood: Mood | null])[] = [
  [/^payable$/, null],
  [/^(checking|waiting|placing_order)$/, "busy"],
  [/^(order_placed|paid|paid_otherwise|resolved)$/, "done"],
  [/^(attention|cart_changed|changed|replaced)$/, "warn"],
]

/** Why a payment could not be started. */
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
          {texts.startFailed} {describeStartError(error, texts)}
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

/** Money is there, and nothing is left to pay. */
export const RECEIVED_PHASES = new Set<CryptoPaymentPhase>([
  "placing_order",
  "order_placed",
  "attention",
])

/** The text of a phase's button. */
export type PhaseActions = Partial<
  Record<CryptoPaymentPhase, Exclude<keyof CryptoPaymentTexts, PhaseKey>>
>

/** "19.9", "eur" -> "€19.90"; null without a price. */
export function formatPrice(
  locale: string,
  price: { amount: string | null; currency_code: string | null } | null,
  maximumSignificantDigits?: number
): string | null {
  const { amount, currency_code: currency } = price ?? {}
  if (!amount || !currency) return null
  try {
    const style = "currency"
    const format = { style, currency, maximumSignificantDigits } as const
    return new Intl.NumberFormat(locale, format).format(Number(amount))
  } catch {
    // The browser does not know the currency or the locale.
    return `${amount} ${currency.toUpperCase()}`
  }
}

/** "You sent 0.9 of 1 ETH; 0.1 ETH is missing."; null where all was sent, or it is not known. */
export function fillUnderpaid(
  payment: CryptoCollection["underpaid"] | undefined,
  { underpaid }: CryptoPaymentTexts
): string | null {
  const missing = payment?.missing_crypto_amount
  if (!missing) return null
  const coin = ` ${payment.crypto_name ?? payment.crypto_currency}`
  return fillPlaceholders(underpaid, {
    sent: payment.received_crypto_amount ?? "",
    quoted: payment.quoted_crypto_amount + coin,
    missing: missing + coin,
  })
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
