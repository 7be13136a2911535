import { type ReactNode, useEffect, useRef, useState } from "react"

import { type CryptoPaymentTexts, fillPlaceholders } from "../locales"
import {
  type CryptoCollection,
  type CryptoPayment,
  type CryptoPaymentPhase,
  type Mood,
  PHASES,
} from "../payment"
import type { CryptoPaymentError } from "../store-api"
import type { CryptoPaymentView } from "../watch"
import type { PaymentParts } from "./parts"
import { CopyableValue, OrderLink, type OrderProps, Sign } from "./elements"
import { formatPrice, formatTime } from "./use-texts"

/** The phase of a payment, and its order. `children` are the actions. */
export function PaymentNotice({
  view,
  locale,
  texts,
  isSent = false,
  parts,
  focus,
  onEnd,
  children,
  ...orderProps
}: OrderProps & {
  view: CryptoPaymentView
  locale: string
  texts: CryptoPaymentTexts
  isSent?: boolean
  /** For the countdown and the rate of what is paid on this page. */
  parts?: PaymentParts | null
  focus?: number
  /** Called when the time to pay on this page is over. */
  onEnd?: () => void
  children?: ReactNode
}) {
  const { phase, payment, problem } = view
  /** The session of a payment whose time is up. */
  const [endedId, setEndedId] = useState<string | null>(null)
  const order = payment?.order_display_id
  // Its order can still be paid, by another payment.
  const reserved =
    order && isUnpaidEnd(phase) && describeReserved(locale, payment, texts)
  const { cart_amount: amount, cart_currency_code: currency_code } =
    payment ?? {}
  const cartPrice = formatPrice(locale, { amount, currency_code })
  const isWaiting = phase === "waiting"
  const isUnpaid = isWaiting || RETRY_TEXTS[phase]
  const isInline = payment?.flow === "h2h"
  const getKey = () => {
    if (phase === "attention" && cartPrice) return "paidCartChanged"
    if (!isWaiting) return phase
    if (isSent) return "confirming"
    return order ? "unpaidOrder" : phase
  }
  const key = getKey()
  let heading = texts[key]
  let text = texts[`${key}_text`]
  if (isWaiting && (!payment || payment.state === "creating")) {
    // There is nothing to pay to yet.
    heading = texts.starting
    text = texts.checking_text
  } else if (isWaiting && (isInline || payment?.gateway_status !== "created")) {
    text += ` ${texts.closePage}`
  } else if (key === "waiting") {
    // On the hosted page the coin is chosen later.
    heading = texts.notPaid
  } else if (key === "attention" && payment?.duplicate && order) {
    text = texts.duplicate
  } else if (reserved) {
    text = reserved
  }
  const price = formatPrice(locale, payment)
  const isTimed = isWaiting && isInline && onEnd && !isSent && payment
  // That of the order; without one that of its price, where no countdown shows it.
  const deadline =
    payment?.pay_until ??
    (isInline && !onEnd && view.remainingMs() !== 0 && payment.expires_at)
  const describeFurther = () => {
    if (problem) return describeProblem(problem, texts)
    if (isTimed && endedId === payment.payment_session_id) return texts.timeUp
    if (!isUnpaid) return describeDifference(locale, payment, texts)
    return [
      deadline &&
        !isSent &&
        !reserved &&
        fillPlaceholders(texts.payUntil, {
          time: formatTime(locale, deadline),
        }),
      isWaiting && !order && texts.keepCart,
    ]
      .filter(Boolean)
      .join(" ")
  }
  return (
    <Notice
      name={phase}
      mood={PHASES[phase].mood}
      heading={heading}
      text={text}
      price={price}
      cartPrice={cartPrice}
      order={order}
      above={
        order &&
        !reserved &&
        !(heading + text).includes("{order}") && (
          <p className="cryptopay-price">
            <strong>
              {texts.steps[3]} <bdi>#{order}</bdi>
            </strong>
          </p>
        )
      }
      sign={
        isTimed &&
        payment.expires_at &&
        parts && (
          <parts.Countdown
            remainingMs={view.remainingMs}
            payment={payment}
            texts={texts}
            onEnd={() => {
              setEndedId(payment.payment_session_id)
              onEnd()
            }}
          />
        )
      }
      further={describeFurther()}
      focus={focus}
    >
      {payment?.is_test && isWaiting && (
        <p className="cryptopay-test">{texts.testPayment}</p>
      )}
      {isUnpaid && (isWaiting || price) && (
        <p className="cryptopay-price">
          <strong translate="no">{price ?? "\u00a0"}</strong>{" "}
          {isWaiting && parts && (
            <parts.Rate locale={locale} payment={payment} />
          )}
        </p>
      )}
      <OrderLink {...orderProps} view={view} texts={texts} />
      {children}
      {payment && (phase === "attention" || phase === "resolved") && (
        // The shopper may need to contact the store about the payment.
        <dl className="cryptopay-soft">
          <CopyableValue
            label={texts.reference}
            value={payment.payment_session_id}
            texts={texts}
          />
        </dl>
      )}
    </Notice>
  )
}

/** Whether nothing was paid, and nothing is wrong with what is to be paid. */
export function isUnpaidEnd(
  phase: CryptoPaymentPhase
): phase is "expired" | "failed" {
  return phase === "expired" || phase === "failed"
}

/** Of an order whose payment ended; empty where the order has no such time. */
export function describeReserved(
  locale: string,
  { pay_until, order_display_id }: CryptoPayment | CryptoCollection,
  texts: CryptoPaymentTexts
): string {
  const time = formatTime(locale, pay_until)
  const order = `#${order_display_id}`
  return time && fillPlaceholders(texts.reserved, { order, time })
}

/** What too few or too many coins mean; null where neither is known. */
export function describeDifference(
  locale: string,
  payment: CryptoPayment | null,
  texts: CryptoPaymentTexts
): string | null {
  const { missing_crypto_amount: missing, surplus_crypto_amount: surplus } =
    payment ?? {}
  if (!payment || !(missing || surplus)) return null
  const quoted = payment.quoted_crypto_amount
  const coin = ` ${payment.crypto_name ?? payment.crypto_currency}`
  return fillPlaceholders(missing ? texts.underpaid : texts.overpaid, {
    percent: (Number(missing) / Number(quoted)).toLocaleString(locale, {
      style: "percent",
      maximumSignificantDigits: 3,
    }),
    sent: payment.received_crypto_amount ?? "",
    quoted: quoted + coin,
    surplus: surplus + coin,
  })
}

/** Why nothing is known at this moment. Without an answer the connection may be at fault. */
export function describeProblem(
  { status }: CryptoPaymentError,
  texts: Pick<CryptoPaymentTexts, "offline" | "unavailable">
): string {
  return status === undefined ? texts.offline : texts.unavailable
}

/** Heading and text, in a region that screen readers announce when it changes. */
export function Notice({
  name,
  mood,
  heading,
  text,
  price,
  cartPrice,
  order,
  above,
  sign,
  further,
  focus,
  children,
}: {
  /** Of the class. */
  name: string
  /** Its usual sign; none where the shopper has to act. */
  mood: Mood | null
  heading: string
  text: string
  /** Without it, a text that names it is left out. */
  price: string | null
  /** What a cart that changed costs now. */
  cartPrice?: string | null
  /** The number of the order. */
  order?: number | null
  /** What it is about, where no text says so. */
  above?: ReactNode
  /** In place of the usual sign. */
  sign?: ReactNode
  further?: string | false | null
  /** Focuses the heading when it grows, after an action of the shopper. */
  focus?: number
  children?: ReactNode
}) {
  const element = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focus) element.current?.focus()
  }, [focus])

  const placeholders = {
    order: order ? `#${order}` : "",
    price: price ?? "",
    cart: cartPrice ?? "",
  }
  return (
    <section className={`cryptopay-notice cryptopay-${name}`}>
      {above}
      <div className="cryptopay-head">
        {sign || (mood && <Sign mood={mood} />)}
        <div role="status">
          <h2 ref={element} tabIndex={-1} className="cryptopay-heading">
            {fillPlaceholders(heading, placeholders)}
          </h2>
          <p>
            {price === null && text.includes("{price}")
              ? ""
              : fillPlaceholders(text, placeholders)}
          </p>
          {further && <p className="cryptopay-soft">{further}</p>}
        </div>
      </div>
      {children}
    </section>
  )
}

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

/** Medusa's sentence, unless the shopper's language has one. */
function describeStartError(
  { kind, message, status }: CryptoPaymentError,
  texts: CryptoPaymentTexts
): string {
  if (kind === "coin_not_offered") return texts.coinNotOffered
  if (kind === "unavailable") {
    return status === undefined ? texts.offline : texts.tryAgain
  }
  // The gateway did not open the payment, which `startFailed` says, too.
  return status === 422 ? "" : message
}

/** Where nothing was paid. */
export const RETRY_TEXTS: PhaseActions = {
  expired: "tryAgain",
  failed: "tryAgain",
  cart_changed: "payNewAmount",
}

export type PhaseActions = Partial<
  Record<CryptoPaymentPhase, Exclude<keyof CryptoPaymentTexts, "steps">>
>

/** Each step of the shopper focuses what it leads to, and brings its top into view. */
export function useTakenSteps() {
  const root = useRef<HTMLDivElement>(null)
  const [taken, setTaken] = useState(0)

  useEffect(() => {
    const top = root.current?.getBoundingClientRect().top ?? 0
    if (taken === 0 || (top >= 0 && top < innerHeight / 2)) return
    const isSmooth = window.matchMedia?.(
      "(prefers-reduced-motion: no-preference)"
    ).matches
    root.current?.scrollIntoView({ behavior: isSmooth ? "smooth" : "auto" })
  }, [taken])

  return { root, taken, takeStep: () => setTaken((steps) => steps + 1) }
}
