import { useState } from "react"

import type { CryptoPaymentView } from "../watch"
import { PHASES } from "../payment"
import {
  PaymentNotice,
  type PhaseActions,
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
  type OrderProps,
  Skeleton,
  Steps,
} from "./elements"
import {
  type ChoiceProps,
  useFoundPayment,
  usePayment,
  useRestored,
  useReturns,
} from "./use-payment"
import { type CommonProps, useTexts } from "./use-texts"

export type CryptoPaymentPanelProps = CommonProps &
  OrderProps &
  ChoiceProps & {
    cartId: string
    /** The inline provider. @default "pp_crypto-inline_crypto" */
    providerId?: string
    /** The provider of the hosted page, where the panel offers it as well. @default none */
    hostedProviderId?: string
    /** The page to return to when nothing is left to pay. @default "/" */
    backHref?: string
  }

/**
 * Pays in the store's own checkout: a coin, then what to send, then the order. After a reload it
 * shows the cart's payment again.
 */
export function CryptoPaymentPanel(props: CryptoPaymentPanelProps) {
  const { sdk, cartId, providerId = "pp_crypto-inline_crypto" } = props
  const { hostedProviderId, onCheckout = openPage } = props
  const { locale, texts, rootProps } = useTexts(props, true)
  /** Undefined while a payment of the cart is looked for; null while the shopper chooses. */
  const [sessionId, setSessionId] = useState<string | null>()
  const { root, taken, takeStep } = useTakenSteps()
  const watch = usePayment(sessionId ?? null, props)
  const sent = useSent(sessionId ?? null, takeStep)

  // Early, so that a payment's details do not wait for it.
  const parts = usePaymentParts()
  // Another payment may have been received meanwhile:
  // where one could not be started, or in another tab.
  const [failures, setFailures] = useState(0)
  const returns = useReturns()
  const isFinding = sessionId === undefined
  const again = failures + (sessionId === null ? returns : 0)
  useFoundPayment(sdk, { cartId, enabled: isFinding, again }, (found) => {
    if (found && (isFinding || PHASES[found.phase].isReceived)) {
      setSessionId(found.payment.payment_session_id)
    } else if (isFinding) setSessionId(null)
  })
  // Back from the hosted page, whose payment is open.
  useRestored(() => {
    if (sessionId === null) setSessionId(undefined)
  })

  const ways = usePaymentWays(props, {
    subject: { cartId },
    inlineId: providerId,
    hostedId: hostedProviderId,
    view: watch.view,
    onStep: takeStep,
    onStarted: ({ checkoutUrl, paymentSessionId }) => {
      if (checkoutUrl !== null) onCheckout(checkoutUrl)
      else setSessionId(paymentSessionId)
    },
    onFailed: () => setFailures((times) => times + 1),
  })
  const choose = () => {
    takeStep()
    ways.forget()
    setSessionId(phase === "replaced" ? undefined : null)
  }

  // What was just started is shown in the same place, before its first answer.
  const pending = watch.view.payment ? null : ways.pending
  const isPending = pending !== null
  const view: CryptoPaymentView =
    isPending && !watch.view.problem
      ? { ...watch.view, phase: "waiting" }
      : watch.view
  const { phase, payment } = view
  const isWaiting = phase === "waiting"
  const isHosted = isWaiting && payment && payment.flow !== "h2h"
  const isShown = isPending || phase !== "checking"
  const isChoosing = sessionId === null
  const nextText = isHosted ? "changeWay" : NEXT_TEXTS[phase]
  return (
    <div {...rootProps} ref={root}>
      <Steps
        current={isShown ? findStep(view, sent.isSent) : 0}
        texts={texts}
      />
      {isChoosing && (
        <PaymentWays {...props} ways={ways} focus={taken} texts={texts} />
      )}
      {!isShown && !isChoosing && !watch.view.problem && (
        <Skeleton text={texts.checking} />
      )}
      {(isShown || watch.view.problem) && (
        <PaymentNotice
          {...props}
          view={view}
          locale={locale}
          texts={texts}
          isSent={sent.isSent}
          parts={parts}
          focus={taken}
          onEnd={watch.check}
        >
          {pending && <PlainDetails coin={pending} texts={texts} />}
          {isWaiting && payment && (
            <OpenPayment
              {...props}
              payment={payment}
              sent={sent}
              texts={texts}
            />
          )}
          {nextText && !isPending && !(isWaiting && sent.isSent) && (
            <button
              type="button"
              className={
                isWaiting || sent.isSent ? "cryptopay-link" : "cryptopay-button"
              }
              onClick={() => {
                choose()
                ways.payAgain?.()
              }}
            >
              {texts[nextText]}
            </button>
          )}
          {ways.payAgain && (
            <button type="button" className="cryptopay-link" onClick={choose}>
              {texts.changeCoin}
            </button>
          )}
          {!nextText && PHASES[phase].isClosed && (
            <Link className="cryptopay-link" href={props.backHref ?? "/"}>
              {texts.backToStore}
            </Link>
          )}
        </PaymentNotice>
      )}
    </div>
  )
}

const NEXT_TEXTS: PhaseActions = {
  ...RETRY_TEXTS,
  waiting: "changeCoin",
  unknown: "tryAgain",
  replaced: "continue",
}
