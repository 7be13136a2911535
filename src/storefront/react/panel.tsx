import { useState } from "react"

import type { CryptoCurrency, CryptoPaymentError } from "../store-api"
import type { CryptoPaymentView } from "../watch"
import { Link, openPage, OrderLink, type OrderProps } from "./link"
import {
  CLOSED_PHASES,
  PaymentNotice,
  type PhaseActions,
  RECEIVED_PHASES,
  RETRY_TEXTS,
  useTakenSteps,
} from "./notice"
import { usePaymentParts } from "./parts"
import { BlankDetails, InlinePayment, toCoin, useSent } from "./payment-details"
import { PaymentWays } from "./payment-ways"
import { findStep, Skeleton, Steps } from "./elements"
import {
  type ChoiceProps,
  useFoundPayment,
  usePayment,
  useRestored,
} from "./use-payment"
import { type CommonProps, useTexts } from "./use-texts"

export type CryptoPaymentPanelProps = CommonProps &
  OrderProps &
  ChoiceProps & {
    cartId: string
    /** The inline provider. @default "pp_crypto-h2h_crypto" */
    providerId?: string
    /** The provider of the hosted page, where the panel offers it as well. @default none */
    hostedProviderId?: string
    /** The page to return to when nothing is left to pay. @default "/" */
    backHref?: string
  }

/**
 * Pays in the store's own checkout: choice of a coin, then address, exact amount
 * and QR code, then the order. After a reload it shows the cart's payment again.
 */
export function CryptoPaymentPanel(props: CryptoPaymentPanelProps) {
  const { sdk, cartId, providerId = "pp_crypto-h2h_crypto" } = props
  const { hostedProviderId, onCheckout = openPage } = props
  const { locale, texts, rootProps } = useTexts(props, true)
  const [step, setStep] = useState<Step>({ name: "finding" })
  const [pending, setPending] = useState<CryptoCurrency | null>(null)
  const { root, taken, takeStep } = useTakenSteps()
  const sessionId = step.name === "paying" ? step.sessionId : null
  const watch = usePayment(sessionId, props)
  const sent = useSent(sessionId, takeStep)

  // Early, so that a payment's details do not wait for it.
  const parts = usePaymentParts()
  // Where a payment could not be started, another may have been received meanwhile.
  const [failure, setFailure] = useState<CryptoPaymentError | null>(null)
  const isFinding = step.name === "finding"
  useFoundPayment(sdk, { cartId, enabled: isFinding, failure }, (found) => {
    if (found && (isFinding || RECEIVED_PHASES.test(found.phase))) {
      const sessionId = found.payment.payment_session_id
      setStep({ name: "paying", sessionId })
    } else if (isFinding) setStep({ name: "choosing" })
  })
  // Back from the hosted page, whose payment is open.
  useRestored(() => {
    if (step.name === "choosing") setStep({ name: "finding" })
  })
  const take = (next: Step) => {
    takeStep()
    setPending(null)
    setStep(next)
  }

  // What was just started is shown in the same place, before its first answer.
  const isPending = pending !== null && !watch.view.payment
  const view: CryptoPaymentView =
    isPending && !watch.view.problem
      ? { ...watch.view, phase: "waiting" }
      : watch.view
  const { phase, payment } = view
  const isWaiting = phase === "waiting"
  const isInline = isPending || payment?.flow === "h2h"
  const isShown = isPending || (sessionId !== null && phase !== "checking")
  const isChoosing = step.name === "choosing"
  const nextText = isWaiting && !isInline ? "changeWay" : NEXT_TEXTS[phase]
  return (
    <div {...rootProps} ref={root}>
      <Steps
        current={isShown ? findStep(view, sent.isSent) : 0}
        texts={texts}
      />
      {isChoosing && (
        <PaymentWays
          {...props}
          subject={{ cartId }}
          inlineId={providerId}
          hostedId={hostedProviderId}
          focus={taken}
          texts={texts}
          isPending={isPending}
          onPending={(coin) => {
            setPending(coin)
            takeStep()
          }}
          onStarted={({ checkoutUrl, paymentSessionId }) => {
            if (checkoutUrl !== null) onCheckout(checkoutUrl)
            else setStep({ name: "paying", sessionId: paymentSessionId })
          }}
          onFailed={setFailure}
        />
      )}
      {!isShown && !isChoosing && !watch.view.problem && (
        <Skeleton text={texts.checking} />
      )}
      {(isShown || watch.view.problem) && (
        <PaymentNotice
          view={view}
          locale={locale}
          texts={texts}
          isSent={sent.isSent}
          isHere={isInline}
          parts={parts}
          focus={taken}
          onEnd={watch.check}
        >
          {isPending && <BlankDetails coin={toCoin(pending)} texts={texts} />}
          {isWaiting && isInline && payment && (
            <InlinePayment
              {...props}
              payment={payment}
              sent={sent}
              texts={texts}
            />
          )}
          {isWaiting && !isInline && (
            <Link className="cryptopay-button" href={payment?.checkout_url}>
              {texts.openPaymentPage}
            </Link>
          )}
          <OrderLink
            {...props}
            orderId={watch.orderId}
            text={texts.viewOrder}
          />
          {nextText && !isPending && !(isWaiting && sent.isSent) && (
            <button
              type="button"
              className={
                isWaiting || sent.isSent ? "cryptopay-link" : "cryptopay-button"
              }
              onClick={() =>
                take({ name: phase === "replaced" ? "finding" : "choosing" })
              }
            >
              {texts[nextText]}
            </button>
          )}
          {CLOSED_PHASES.test(phase) && (
            <Link className="cryptopay-link" href={props.backHref ?? "/"}>
              {texts.backToStore}
            </Link>
          )}
        </PaymentNotice>
      )}
    </div>
  )
}

/** `finding` an existing payment of the cart, `choosing` a coin, or `paying`. */
type Step =
  { name: "finding" | "choosing" } | { name: "paying"; sessionId: string }

const NEXT_TEXTS: PhaseActions = {
  ...RETRY_TEXTS,
  waiting: "changeCoin",
  unknown: "tryAgain",
  replaced: "continue",
}
