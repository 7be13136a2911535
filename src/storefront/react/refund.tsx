import { useEffect, useMemo, useRef, useState } from "react"

import {
  applyRefundLabels,
  type CryptoRefundLabels,
  type CryptoRefundTexts,
  fillPlaceholders,
  isComplete,
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
import {
  CryptoPaymentError,
  type StoreSdk,
  toCryptoPaymentError,
} from "../store-api"
import { browserPage } from "../watch"
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
  const { sdk, labels, backHref } = props
  const all = isComplete(labels, enRefund)
  const language = useLanguage(props, all, enRefund, refundLoaders, true)
  const { locale, rootProps } = language
  const texts = useMemo(
    () => applyRefundLabels(language.texts, labels),
    [language.texts, labels]
  )
  const { refund, problem, getToken, read, update } = useRefund(
    sdk,
    props.token
  )
  const [typed, setTyped] = useState(NOTHING_TYPED)
  const [checked, setChecked] = useState<CheckedRefundAddress | null>(null)
  const { busy, error, setError, send } = useRequest()
  const { root, taken, takeStep } = useTakenSteps()
  const step = getStep(refund, problem, checked)

  useEffect(() => {
    setTyped(NOTHING_TYPED)
    setChecked(null)
    setError(null)
  }, [props.token])

  const show = (address: CheckedRefundAddress | null) => {
    setChecked(address)
    setError(null)
    takeStep()
  }
  const check = () =>
    send(
      async () => {
        const judged = await checkCryptoRefundAddress(sdk, {
          token: getToken(),
          address: typed.address.trim(),
          address_tag: typed.tag.trim() || null,
        })
        if (judged.fault) setError(judged.fault)
        else show(judged)
      },
      // Nothing may be awaited by this link any more.
      () => void read()
    )
  const confirm = ({ address, address_tag }: CheckedRefundAddress) =>
    send(
      async () => {
        update(
          await confirmCryptoRefundAddress(sdk, {
            token: getToken(),
            address,
            address_tag,
          })
        )
        show(null)
      },
      () => void read()
    )

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

/** One request at a time: a second press does nothing until the first is answered. */
function useRequest() {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<CryptoPaymentError | Fault | null>(null)
  // State is updated too late to reject the second of two fast presses.
  const isSending = useRef(false)

  const send = (request: () => Promise<void>, onRefused: () => void) => {
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    setError(null)
    void request()
      .catch((thrown: unknown) => {
        const failed = toCryptoPaymentError(thrown)
        setError(failed)
        if (!failed.retryable) onRefused()
      })
      .finally(() => {
        isSending.current = false
        setBusy(false)
      })
  }
  return { busy, error, setError, send }
}

const RETRY_MS = 10_000
/** A person sends the coins. */
const SENT_CHECK_MS = 60_000

/**
 * Reads a refund on mount, when the customer returns to the page, with `read`, and until the coins
 * are sent. `update` is for what another request answered.
 */
function useRefund(sdk: StoreSdk, given: string | undefined) {
  const [refund, setRefund] = useState<CryptoRefund | null>(null)
  const [problem, setProblem] = useState<CryptoPaymentError | null>(null)
  const latest = useRef<AbortController | null>(null)

  /** On the page that the link leads to, in its URL. */
  const getToken = () => given ?? location.hash.slice(1)
  const update = (found: CryptoRefund) => {
    // An older request must not bring back an older state.
    latest.current?.abort()
    setRefund(found)
    setProblem(null)
  }
  const read = async () => {
    latest.current?.abort()
    const { signal } = (latest.current = new AbortController())
    try {
      const found = await readCryptoRefund(sdk, {
        token: getToken(),
        signal,
      })
      setRefund(found)
      setProblem(null)
    } catch (thrown) {
      if (!signal.aborted) setProblem(toCryptoPaymentError(thrown))
    }
  }

  useEffect(() => {
    setRefund(null)
    void read()
    // Another link in the same tab loads no page.
    const reload = () => location.reload()
    if (given === undefined) addEventListener("hashchange", reload)
    const stopListening = browserPage.onReturn(() => {
      if (!browserPage.isHidden()) void read()
    })
    return () => {
      stopListening()
      removeEventListener("hashchange", reload)
      latest.current?.abort()
    }
    // `sdk` may be a new instance in each rendering.
  }, [given])

  const isAwaited = refund?.state === "address_entered"
  useEffect(() => {
    const delay = problem ? RETRY_MS : SENT_CHECK_MS
    if (problem ? !problem.retryable : !isAwaited) return
    const timer = setInterval(() => {
      if (!browserPage.isHidden()) void read()
    }, delay)
    return () => clearInterval(timer)
  }, [problem, isAwaited])

  return { refund, problem, getToken, read, update }
}
