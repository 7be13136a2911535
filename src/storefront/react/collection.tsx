import { useEffect, useState } from "react"

import { type CryptoPaymentTexts, fillPlaceholders } from "../locales"
import {
  type CryptoCollection,
  type CryptoCollectionStep,
  type CryptoPayment,
  type CryptoPaymentPhase,
  getCollectionStep,
  getPhase,
  type Mood,
  PHASES,
  readCryptoCollection,
} from "../payment"
import type { StartedCryptoPayment } from "../start"
import type { CryptoPaymentError } from "../store-api"
import { type CryptoPaymentView, NO_VIEW } from "../watch"
import {
  describeDifference,
  describeProblem,
  describeReserved,
  isUnpaidEnd,
  Notice,
  PaymentNotice,
  RETRY_TEXTS,
  useTakenSteps,
} from "./notice"
import { usePaymentParts } from "./parts"
import { PlainDetails, OpenPayment, useSent } from "./payment-details"
import { PaymentWays, usePaymentWays } from "./payment-ways"
import {
  findStep,
  Link,
  openPage,
  OrderLink,
  type OrderProps,
  Skeleton,
  Steps,
} from "./elements"
import { type ChoiceProps, usePayment } from "./use-payment"
import { useRead } from "./use-request"
import {
  type CommonProps,
  useTexts,
  formatPrice,
  formatTime,
} from "./use-texts"

export type CryptoPaymentCollectionProps = CommonProps &
  OrderProps &
  ChoiceProps & {
    /** The order's payment collection: the last part of a payment link. */
    paymentCollectionId: string
    /** A link to leave the page when nothing can be paid on it. @default no link */
    backHref?: string
  }

/**
 * The page behind a payment link, and the payment of an order that was placed before. The shopper's
 * press alone starts a payment.
 */
export function CryptoPaymentCollection(props: CryptoPaymentCollectionProps) {
  const { sdk } = props
  const { onCheckout = openPage } = props
  const { locale, texts, rootProps } = useTexts(props, true)
  const { paymentCollectionId } = props
  const due = useRead(paymentCollectionId, (signal) =>
    readCryptoCollection(sdk, { paymentCollectionId, signal })
  )
  const { value: collection, problem } = due
  /** The session of a payment that the shopper left for another way to pay. */
  const [left, setLeft] = useState<string | null>(null)
  const parts = usePaymentParts()
  const { root, taken, takeStep } = useTakenSteps()
  const watch = useCollectionPayment(due, props)
  const { view, sessionId } = watch
  const { phase, payment } = view

  const onStarted = async ({ checkoutUrl }: StartedCryptoPayment) => {
    // Opened for what is due at this moment: the shopper sees another price first.
    const now = await due.read()
    setLeft(null)
    ways.forget()
    takeStep()
    const isSame = now === null || now.amount === collection?.amount
    if (checkoutUrl !== null && isSame) onCheckout(checkoutUrl)
  }
  const findProvider = (flow: "h2h" | "widget") =>
    collection?.providers.find((each) => each.flow === flow)?.provider_id
  const ways = usePaymentWays(
    { ...props, returnPage: props.returnPage ?? globalThis.location?.href },
    {
      subject: { paymentCollectionId },
      inlineId: findProvider("h2h"),
      hostedId: findProvider("widget"),
      view,
      onStep: takeStep,
      onStarted: (started) => void onStarted(started),
      onFailed: () => void due.read(),
    }
  )
  const choose = () => {
    setLeft(sessionId)
    ways.forget()
    takeStep()
  }

  const isPaying = phase === "waiting" && collection?.state === "unpaid"
  const isPayment =
    watch.isAhead ||
    phase === "placing_order" ||
    phase === "attention" ||
    (isPaying && left !== sessionId)
  const step = collection && !isPayment ? getCollectionStep(collection) : null
  const sent = useSent(sessionId, takeStep)
  const back = (
    <Link className="cryptopay-link" href={props.backHref}>
      {texts.backToStore}
    </Link>
  )
  return (
    <div {...rootProps} ref={root}>
      <Steps
        current={
          step
            ? (STEPS[step] ?? null)
            : collection
              ? findStep(view, sent.isSent)
              : 0
        }
        texts={texts}
      />
      {!collection && !problem && <Skeleton text={texts.checking} />}
      {(step
        ? step === "payable" && phase === "cart_changed"
        : collection || problem) && (
        <PaymentNotice
          {...props}
          // Price and date stand in the notice below.
          view={step && payment ? { ...view, payment: toEnded(payment) } : view}
          locale={locale}
          texts={texts}
          isSent={sent.isSent}
          parts={parts}
          focus={taken}
          onEnd={watch.check}
        >
          {!step && isPaying && payment && (
            <>
              <OpenPayment
                {...props}
                payment={payment}
                sent={sent}
                texts={texts}
              />
              {!sent.isSent && (
                <button
                  type="button"
                  className="cryptopay-link"
                  onClick={choose}
                >
                  {texts.changeWay}
                </button>
              )}
            </>
          )}
          {PHASES[phase].isClosed && back}
        </PaymentNotice>
      )}
      {collection && step && (
        <Notice
          name={step}
          mood={STEP_MOODS[step]}
          heading={texts[step]}
          text={texts[`${step}_text`]}
          price={formatPrice(locale, collection)}
          order={collection.order_display_id}
          further={
            problem
              ? describeProblem(problem, texts)
              : step === "payable"
                ? describeDue(collection, phase, locale, texts)
                : describeDifference(locale, payment, texts)
          }
          focus={taken}
        >
          {step === "payable" && ways.payAgain && left !== sessionId ? (
            <>
              <button
                type="button"
                className="cryptopay-button"
                onClick={() => {
                  choose()
                  ways.payAgain?.()
                }}
              >
                {texts[RETRY_TEXTS[phase] ?? "tryAgain"]}
              </button>
              <button type="button" className="cryptopay-link" onClick={choose}>
                {texts.changeWay}
              </button>
            </>
          ) : step === "payable" ? (
            <>
              {ways.pending && (
                <PlainDetails coin={ways.pending} texts={texts} />
              )}
              <PaymentWays {...props} ways={ways} texts={texts} />
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
              <OrderLink {...props} view={view} texts={texts} />
              {back}
            </>
          )}
        </Notice>
      )}
    </div>
  )
}

/** Until when an order can be paid, and what became of a payment for it. */
function describeDue(
  collection: CryptoCollection,
  phase: CryptoPaymentPhase,
  locale: string,
  texts: CryptoPaymentTexts
): string {
  if (isUnpaidEnd(phase)) {
    const reserved = describeReserved(locale, collection, texts)
    return reserved || texts[`${phase}_text`]
  }
  const time = formatTime(locale, collection.pay_until)
  return time && fillPlaceholders(texts.payUntil, { time })
}

/** `isAhead`: the collection has to be read again before it counts. */
function useCollectionPayment(
  {
    value: collection,
    problem,
    read,
  }: ReturnType<typeof useRead<CryptoCollection>>,
  props: CommonProps & OrderProps
) {
  const known = toView(collection, problem)
  const sessionId = known.payment?.payment_session_id ?? null
  const watch = usePayment(sessionId, props)
  const view = watch.view.payment ? watch.view : known
  const { phase } = view

  // What is due changes with the payment, and is read apart from it.
  const isAhead = phase !== known.phase
  useEffect(() => {
    if (isAhead) void read()
  }, [phase])
  useEffect(() => {
    if (isAhead) watch.check()
  }, [known.phase])

  return { ...watch, view, sessionId, isAhead }
}

/** Of a payment that does not go on, the order alone. */
function toEnded(payment: CryptoPayment): CryptoPayment {
  return { ...payment, amount: null, pay_until: null }
}

/** Before the payment is watched. */
function toView(
  collection: CryptoCollection | null,
  problem: CryptoPaymentError | null
): CryptoPaymentView {
  const payment = collection?.crypto_payment
  if (payment) return { ...NO_VIEW, phase: getPhase(payment), payment }
  if (collection || !problem) return NO_VIEW
  return problem.retryable
    ? { ...NO_VIEW, problem }
    : { ...NO_VIEW, phase: "unknown" }
}

/** Of an order that is not being paid; none where it cannot be. */
const STEP_MOODS: Record<CryptoCollectionStep, Mood | null> = {
  payable: null,
  paid: "done",
  canceled: "bad",
  changed: "warn",
  not_payable: "bad",
}

const STEPS: Partial<Record<CryptoCollectionStep, number>> = {
  payable: 0,
  paid: 4,
}
