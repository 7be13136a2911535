import { useState } from "react"

import { type CryptoCollectionStep, getCollectionStep } from "../collection"
import { fillPlaceholders } from "../locales"
import type { StartedCryptoPayment } from "../start"
import type { CryptoCurrency } from "../store-api"
import { formatPrice, formatTime } from "./format"
import { Link, openPage, OrderLink, type OrderProps } from "./link"
import {
  CLOSED_PHASES,
  Notice,
  PaymentNotice,
  RETRY_TEXTS,
  useTakenSteps,
} from "./notice"
import { usePaymentParts } from "./parts"
import { BlankDetails, InlinePayment, toCoin, useSent } from "./payment-details"
import { PaymentWays } from "./payment-ways"
import { findStep, Skeleton, Steps } from "./progress"
import { useCollection, useCollectionPayment } from "./use-collection"
import type { StartProps } from "./use-payment"
import { type CommonProps, useLeftTexts, useTexts } from "./use-texts"

/** The properties of `CryptoPaymentCollection`. */
export type CryptoPaymentCollectionProps = CommonProps &
  OrderProps &
  StartProps & {
    /** The order's payment collection: the last part of a payment link. */
    paymentCollectionId: string
    /** Where the hosted page returns to: a path, or a URL on an allowed origin. @default this page */
    returnPage?: string
    /** Coins that come first, by code, asset or network. @default as the server lists them */
    preferred?: readonly string[]
    /** A link to leave the page when nothing can be paid on it. @default no link */
    backHref?: string
    /** Opens the hosted page. @default location.assign */
    onCheckout?: (checkoutUrl: string) => void
  }

/**
 * The page behind a payment link, and the payment of an order that was placed before:
 * what is due, the ways to pay, the payment, the receipt. It says so where the order
 * is paid, canceled or changed. A payment is started by the shopper's press only.
 */
export function CryptoPaymentCollection(props: CryptoPaymentCollectionProps) {
  const { sdk } = props
  const { onCheckout = openPage } = props
  const { locale, texts, rootProps } = useTexts(props, true)
  const due = useCollection(sdk, props.paymentCollectionId)
  const { collection, problem } = due
  /** The session of a payment that the shopper left for another way to pay. */
  const [left, setLeft] = useState<string | null>(null)
  const [pending, setPending] = useState<CryptoCurrency | null>(null)
  const parts = usePaymentParts()
  const { root, taken, takeStep } = useTakenSteps()
  const watch = useCollectionPayment(due, props)
  const { view, sessionId } = watch
  const { phase, payment } = view
  const noticeTexts = useLeftTexts(view, texts)

  const onStarted = async ({ checkoutUrl }: StartedCryptoPayment) => {
    // Opened for what is due at this moment: the shopper sees another price first.
    const now = await due.read()
    setLeft(null)
    setPending(null)
    takeStep()
    const isSame = now === null || now.amount === collection?.amount
    if (checkoutUrl !== null && isSame) onCheckout(checkoutUrl)
  }

  const isPaying = phase === "waiting" && collection?.state === "unpaid"
  const isPayment =
    watch.isAhead ||
    phase === "placing_order" ||
    phase === "attention" ||
    (isPaying && left !== sessionId)
  const step = collection && !isPayment ? getCollectionStep(collection) : null
  const isInline = payment?.flow === "h2h"
  const sent = useSent(sessionId, takeStep)
  const order = (
    <OrderLink {...props} orderId={watch.orderId} text={texts.viewOrder} />
  )
  const back = (
    <Link className="cryptopay-link" href={props.backHref}>
      {texts.backToStore}
    </Link>
  )
  const findProvider = (flow: "h2h" | "widget") =>
    collection?.providers.find((each) => each.flow === flow)?.provider_id
  return (
    <div {...rootProps} ref={root}>
      <Steps
        current={
          step ? STEPS[step] : collection ? findStep(view, sent.isSent) : 0
        }
        texts={texts}
      />
      {!collection && !problem && <Skeleton text={texts.phases.checking[0]} />}
      {(step
        ? step === "payable" && RETRY_TEXTS[phase]
        : collection || problem) && (
        <PaymentNotice
          view={view}
          locale={locale}
          texts={noticeTexts}
          isSent={sent.isSent}
          isHere={isInline}
          parts={parts}
          focus={taken}
          onEnd={watch.check}
        >
          {!step && isPaying && payment && (
            <>
              {isInline && (
                <InlinePayment
                  {...props}
                  payment={payment}
                  sent={sent}
                  texts={texts}
                />
              )}
              <Link className="cryptopay-button" href={payment.checkout_url}>
                {texts.openPaymentPage}
              </Link>
              {!sent.isSent && (
                <button
                  type="button"
                  className="cryptopay-link"
                  onClick={() => {
                    setLeft(sessionId)
                    takeStep()
                  }}
                >
                  {texts.changeWay}
                </button>
              )}
            </>
          )}
          {!step && order}
          {(CLOSED_PHASES.has(phase) || /^(replaced|unknown)$/.test(phase)) &&
            back}
        </PaymentNotice>
      )}
      {collection && step && (
        <Notice
          name={step}
          text={texts.payPage[step]}
          price={formatPrice(locale, collection)}
          order={collection.order_display_id}
          further={
            problem
              ? texts.unavailable
              : step === "payable" &&
                collection.pay_until &&
                fillPlaceholders(texts.payUntil, {
                  time: formatTime(locale, collection.pay_until),
                })
          }
          focus={taken}
        >
          {step === "payable" ? (
            <>
              {pending && <BlankDetails coin={toCoin(pending)} texts={texts} />}
              <PaymentWays
                sdk={sdk}
                subject={{
                  paymentCollectionId: collection.payment_collection_id,
                }}
                inlineId={findProvider("h2h")}
                hostedId={findProvider("widget")}
                returnPage={props.returnPage ?? globalThis.location?.href}
                preferred={props.preferred}
                texts={texts}
                isPending={pending !== null}
                onBeforeStart={props.onBeforeStart}
                onPending={(coin) => {
                  setPending(coin)
                  takeStep()
                }}
                onStarted={(started) => void onStarted(started)}
                onFailed={() => void due.read()}
              />
            </>
          ) : (
            <>
              {collection.receipt && parts && (
                <parts.Receipt
                  receipt={collection.receipt}
                  locale={locale}
                  texts={texts}
                />
              )}
              {order}
              {back}
            </>
          )}
        </Notice>
      )}
    </div>
  )
}

/** The current step of an order that is not being paid. */
const STEPS: Record<CryptoCollectionStep, number | null> = {
  payable: 0,
  paid: 4,
  canceled: null,
  changed: null,
  not_payable: null,
}
