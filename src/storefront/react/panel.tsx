import { useState } from "react"

import type { CryptoPaymentPhase } from "../phase"
import { CoinPicker } from "./coin-picker"
import { Link, OrderLink, type OrderProps } from "./link"
import {
  PaymentNotice,
  type PhaseActions,
  RETRY_TEXTS,
  StartError,
} from "./notice"
import { Countdown, PaymentDetails } from "./payment-details"
import { useFoundSession, usePayment } from "./use-payment"
import { type StartProps, useStart } from "./use-start"
import { type CommonProps, useTexts } from "./use-texts"

export type CryptoPaymentPanelProps = CommonProps &
  OrderProps &
  StartProps & {
    cartId: string
    /** The inline provider. @default "pp_crypto-h2h_crypto" */
    providerId?: string
    /** The page to return to when nothing is left to pay. @default "/" */
    backHref?: string
  }

/**
 * Pays in the store's own checkout: choice of a coin, then address, exact amount
 * and QR code, then the order. After a reload it shows the cart's payment again.
 */
export function CryptoPaymentPanel(props: CryptoPaymentPanelProps) {
  const { sdk, cartId, providerId = "pp_crypto-h2h_crypto" } = props
  const { locale, texts, rootProps } = useTexts(props)
  const [step, setStep] = useState<Step>({ name: "finding" })
  const { view, orderId, check } = usePayment(
    step.name === "paying" ? step.sessionId : null,
    props
  )
  const { busy, error, start } = useStart(props, ({ paymentSessionId }) =>
    setStep({ name: "paying", sessionId: paymentSessionId, startedHere: true })
  )
  const isFinding = step.name === "finding"
  useFoundSession(
    sdk,
    { cartId, providerId, enabled: isFinding },
    (sessionId) =>
      setStep(
        sessionId === undefined
          ? { name: "choosing" }
          : { name: "paying", sessionId, startedHere: false }
      )
  )

  const choose = (targetCurrency: string) =>
    start(() => ({ cartId, providerId, targetCurrency }))
  const { phase, payment } = view
  const nextText = NEXT_TEXTS[phase]
  return (
    <div {...rootProps}>
      {isFinding && <p role="status">{texts.phases.checking[0]}</p>}
      {step.name === "choosing" && (
        <>
          <CoinPicker
            sdk={sdk}
            providerId={providerId}
            texts={texts}
            busy={busy}
            onChoose={choose}
          />
          <StartError error={error} texts={texts} />
        </>
      )}
      {step.name === "paying" && (
        <PaymentNotice
          view={view}
          locale={locale}
          texts={texts}
          focus={step.startedHere}
        >
          {phase === "waiting" && payment && (
            <>
              <Countdown
                remainingMs={view.remainingMs}
                texts={texts}
                onEnd={check}
              />
              <PaymentDetails payment={payment} texts={texts} />
            </>
          )}
          <OrderLink {...props} orderId={orderId} text={texts.viewOrder} />
          {nextText && (
            <button
              type="button"
              className={
                phase === "waiting" ? "cryptopay-link" : "cryptopay-button"
              }
              onClick={() =>
                setStep({ name: phase === "replaced" ? "finding" : "choosing" })
              }
            >
              {texts[nextText]}
            </button>
          )}
          {CLOSED_PHASES.has(phase) && (
            <Link className="cryptopay-link" href={props.backHref ?? "/"}>
              {texts.backToStore}
            </Link>
          )}
        </PaymentNotice>
      )}
    </div>
  )
}

/** Nothing is left to do here. */
const CLOSED_PHASES = new Set<CryptoPaymentPhase>([
  "paid_otherwise",
  "order_canceled",
  "resolved",
])

/** `finding` an existing payment of the cart, `choosing` a coin, or `paying`. */
type Step =
  | { name: "finding" | "choosing" }
  | { name: "paying"; sessionId: string; startedHere: boolean }

/** The text of the button that leaves an unpaid payment. */
const NEXT_TEXTS: PhaseActions = {
  ...RETRY_TEXTS,
  waiting: "changeCoin",
  unknown: "tryAgain",
  replaced: "continue",
}
