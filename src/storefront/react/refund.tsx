import { useEffect, useState } from "react"

import {
  applyRefundLabels,
  type CryptoRefundLabels,
  type CryptoRefundTexts,
  fillPlaceholders,
  refundLoaders,
} from "../locales"
import { enRefund } from "../locales/en"
import {
  checkCryptoRefundAddress,
  type CheckedRefundAddress,
  confirmCryptoRefundAddress,
  type CryptoRefund,
  readCryptoRefund,
  type WrongRefundAddress,
} from "../refund"
import { CryptoPaymentError } from "../store-api"
import { formatPrice, formatTime } from "./format"
import { Link } from "./link"
import { Notice, useTakenSteps } from "./notice"
import type { Mood } from "./progress"
import {
  AddressForm,
  AddressReview,
  NOTHING_TYPED,
  RefundDetails,
} from "./refund-parts"
import { useRead, useRequest } from "./use-request"
import { type CommonProps, useLanguage } from "./use-texts"

/** The properties of `CryptoRefundRequest`. */
export type CryptoRefundRequestProps = Pick<
  CommonProps,
  "sdk" | "locale" | "className"
> & {
  /** What the refund link has after its `#`. @default that of the page's URL */
  token?: string
  /** Texts that replace the built-in ones. */
  labels?: CryptoRefundLabels
  /** A link to leave the page when nothing is left to enter on it. @default no link */
  backHref?: string
}

type Step = keyof CryptoRefundTexts["steps"]

type Fault = WrongRefundAddress["fault"]

const FAULT_TEXTS = {
  typing_error: "typingError",
  other_network: "otherNetwork",
  unknown_form: "unknownForm",
  store_address: "storeAddress",
  tag_alone: "tagAlone",
  wrong_tag: "wrongTag",
} as const satisfies Record<Fault["code"], keyof CryptoRefundTexts>

const REFUND_TEXTS = {
  en: enRefund,
  loaders: refundLoaders,
  applyLabels: applyRefundLabels,
}

/** Null where the customer has to act. */
const MOODS: Record<Step, Mood | null> = {
  loading: "busy",
  enter: null,
  enter_surplus: null,
  review: "warn",
  address_entered: "done",
  sent: "done",
  unknown: "bad",
}

/**
 * The page behind a refund link: what the store sends back, a form for the address, a review of it,
 * and the state up to the transaction. Nothing is saved before the customer confirms the address.
 */
export function CryptoRefundRequest(props: CryptoRefundRequestProps) {
  const { sdk, token, backHref } = props
  const { locale, texts, rootProps } = useLanguage(props, REFUND_TEXTS, true)
  /** That of the page's URL: of the page that the link leads to. */
  const getToken = () => token ?? location.hash.slice(1)
  const {
    value: refund,
    problem,
    read,
    update,
  } = useRead(
    token,
    (signal) => readCryptoRefund(sdk, { token: getToken(), signal }),
    ({ state }) => state === "address_entered"
  )
  const [typed, setTyped] = useState(NOTHING_TYPED)
  const [checked, setChecked] = useState<CheckedRefundAddress | null>(null)
  const { busy, error, setError, send } = useRequest<Fault>(({ retryable }) => {
    // Nothing may be awaited by this link any more.
    if (!retryable) void read()
  })
  const { root, taken, takeStep } = useTakenSteps()
  const step = getStep(refund, problem, checked)

  useEffect(() => {
    setTyped(NOTHING_TYPED)
    setChecked(null)
    setError(null)
    if (token !== undefined) return
    // Another link in the same tab loads no page.
    const reload = () => location.reload()
    addEventListener("hashchange", reload)
    return () => removeEventListener("hashchange", reload)
  }, [token])

  const show = (address: CheckedRefundAddress | null) => {
    setChecked(address)
    setError(null)
    takeStep()
  }
  const check = () =>
    send(async () => {
      const judged = await checkCryptoRefundAddress(sdk, {
        token: getToken(),
        address: typed.address.trim(),
        address_tag: typed.tag.trim() || null,
      })
      if (judged.fault) setError(judged.fault)
      else show(judged)
    })
  const confirm = ({ address, address_tag }: CheckedRefundAddress) =>
    send(async () => {
      const options = { token: getToken(), address, address_tag }
      update(await confirmCryptoRefundAddress(sdk, options))
      show(null)
    })

  const isForm = step === "enter" || step === "enter_surplus"
  return (
    <div {...rootProps} ref={root}>
      <Notice
        name={`refund-${step}`}
        mood={MOODS[step]}
        text={texts.steps[step]}
        price={formatPrice(locale, refund)}
        order={null}
        further={
          problem?.retryable
            ? texts.unavailable
            : step === "address_entered" && texts.askToChange
        }
        focus={taken}
      >
        {refund && step !== "unknown" && (
          <RefundDetails
            refund={refund}
            target={step === "review" && checked ? checked : refund}
            typed={step === "review" && typed.address.trim()}
            texts={texts}
          />
        )}
        {refund && isForm && (
          <AddressForm
            refund={refund}
            until={formatTime(locale, refund.expires_at)}
            typed={typed}
            onType={setTyped}
            busy={busy}
            error={error && describeError(error, texts)}
            isTagWrong={
              error !== null && "code" in error && error.code === "wrong_tag"
            }
            onSubmit={check}
            texts={texts}
          />
        )}
        {refund && checked && step === "review" && (
          <AddressReview
            refund={refund}
            checked={checked.checked}
            busy={busy}
            error={error && describeError(error, texts)}
            onConfirm={() => confirm(checked)}
            onChange={() => show(null)}
            texts={texts}
          />
        )}
        {!isForm && step !== "review" && step !== "loading" && (
          <Link className="cryptopay-link" href={backHref}>
            {texts.back}
          </Link>
        )}
      </Notice>
    </div>
  )
}

function getStep(
  refund: CryptoRefund | null,
  problem: CryptoPaymentError | null,
  checked: CheckedRefundAddress | null
): Step {
  if (problem && !problem.retryable) return "unknown"
  if (!refund) return "loading"
  if (refund.state !== "waiting_for_address") return refund.state
  if (checked) return "review"
  return refund.kind === "surplus" ? "enter_surplus" : "enter"
}

function describeError(
  error: CryptoPaymentError | Fault,
  texts: CryptoRefundTexts
): string {
  if (!(error instanceof CryptoPaymentError)) {
    const { code, network, found } = error
    const values = { network, found: found ?? "" }
    return `${texts.refused} ${fillPlaceholders(texts[FAULT_TEXTS[code]], values)}`
  }
  const { kind, message } = error
  return kind === "unavailable" ? texts.noAnswer : `${texts.refused} ${message}`
}
