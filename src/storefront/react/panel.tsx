import { useEffect, useState } from "react"

import { findCryptoPayment } from "../find"
import type { CryptoPaymentPhase } from "../phase"
import { CoinPicker } from "./coin-picker"
import type { CommonProps } from "./common-props"
import { Countdown } from "./countdown"
import { Link } from "./link"
import { PaymentNotice } from "./notice"
import { Outcome, type OutcomeProps } from "./outcome"
import { PayFacts } from "./pay-facts"
import { StartError } from "./start-error"
import { useOrder } from "./use-order"
import { useSpeech } from "./use-speech"
import { useStart } from "./use-start"
import { useWatch } from "./use-watch"

export type CryptoPaymentPanelProps = CommonProps &
  OutcomeProps & {
    cartId: string
    /** The inline provider. @default "pp_crypto-h2h_crypto" */
    providerId?: string
    /** Runs before a payment is opened, to save an address for instance; what it throws is shown. */
    onBeforeStart?: () => void | Promise<void>
    /** Where to go when nothing is left to do here. @default "/" */
    backHref?: string
  }

/** Where the panel is: looking for a payment of the cart, at the choice of a coin, or at a payment. */
type Step = { at: "finding" } | { at: "choosing" } | Paying
type Paying = { at: "paying"; sessionId: string; chosenHere: boolean }

/**
 * Pays in the shop's own checkout: choice of a coin, then address, exact amount
 * and QR code, then the order. A payment that the cart has already is shown
 * again, so a reload loses nothing.
 */
export function CryptoPaymentPanel(props: CryptoPaymentPanelProps) {
  const { sdk, cartId, providerId = "pp_crypto-h2h_crypto" } = props
  const { speech, frame } = useSpeech(props)
  const { texts } = speech
  const [step, setStep] = useState<Step>({ at: "finding" })
  const { view, check } = useWatch(
    sdk,
    step.at === "paying" ? step.sessionId : null,
    props.onPhase
  )
  const orderId = useOrder(view, props.onOrder)
  const { busy, error, start } = useStart(sdk, ({ paymentSessionId }) =>
    setStep({ at: "paying", sessionId: paymentSessionId, chosenHere: true })
  )

  useEffect(() => {
    if (step.at !== "finding") return
    const leaving = new AbortController()
    const { signal } = leaving
    void findCryptoPayment(sdk, { cartId, providerId, signal })
      // Without an answer the choice is all that can be offered.
      .catch(() => undefined)
      .then((sessionId) => {
        if (signal.aborted) return
        setStep(
          sessionId === undefined
            ? { at: "choosing" }
            : { at: "paying", sessionId, chosenHere: false }
        )
      })
    return () => leaving.abort()
  }, [step.at, cartId, providerId])

  const choose = (targetCurrency: string) =>
    start(async () => {
      await props.onBeforeStart?.()
      return { cartId, providerId, targetCurrency }
    })
  const { phase, payment } = view
  const next = again[phase]
  return (
    <div {...frame}>
      {step.at === "finding" && <p role="status">{texts.phases.checking[0]}</p>}
      {step.at === "choosing" && (
        <CoinPicker
          sdk={sdk}
          providerId={providerId}
          texts={texts}
          busy={busy}
          onChoose={choose}
        />
      )}
      {step.at === "choosing" && <StartError error={error} texts={texts} />}
      {step.at === "paying" && (
        <PaymentNotice view={view} speech={speech} focus={step.chosenHere}>
          {phase === "waiting" && payment && (
            <>
              <Countdown view={view} texts={texts} onEnd={check} />
              <PayFacts payment={payment} texts={texts} />
            </>
          )}
          {orderId !== null && (
            <Outcome {...props} orderId={orderId} texts={texts} />
          )}
          {next && (
            <button
              type="button"
              className={
                phase === "waiting" ? "cryptopay-link" : "cryptopay-button"
              }
              onClick={() =>
                setStep({ at: phase === "replaced" ? "finding" : "choosing" })
              }
            >
              {texts[next]}
            </button>
          )}
          {(phase === "paid_otherwise" || phase === "resolved") && (
            <Link className="cryptopay-link" href={props.backHref ?? "/"}>
              {texts.back}
            </Link>
          )}
        </PaymentNotice>
      )}
    </div>
  )
}

/** What the button says that leads on from an unpaid payment. */
const again: Partial<
  Record<
    CryptoPaymentPhase,
    "changeCoin" | "tryAgain" | "payNewAmount" | "continue"
  >
> = {
  waiting: "changeCoin",
  expired: "tryAgain",
  failed: "tryAgain",
  cart_changed: "payNewAmount",
  unknown: "tryAgain",
  replaced: "continue",
}
