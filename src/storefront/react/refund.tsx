import {
  Fragment,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from "react"

import {
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
  isRecoveryPhrase,
  readCryptoRefund,
  type WrongRefundAddress,
} from "../refund"
import { CryptoPaymentError } from "../store-api"
import type { Mood } from "../payment"
import { describeProblem, Notice, useTakenSteps } from "./notice"
import { CopyableValue, Detail, fillCoin, Link } from "./elements"
import { useRead, useRequest } from "./use-request"
import {
  type CommonProps,
  useLanguage,
  formatPrice,
  formatTime,
} from "./use-texts"

export type CryptoRefundRequestProps = Pick<
  CommonProps,
  "sdk" | "locale" | "className"
> & {
  /** What the refund link has after its `#`. @default that of the page's URL */
  token?: string
  /** Texts that replace the built-in ones. */
  labels?: Partial<CryptoRefundTexts>
  /** A link to leave the page when nothing is left to enter on it. @default no link */
  backHref?: string
}

type Typed = { address: string; tag: string }

const NOTHING_TYPED: Typed = { address: "", tag: "" }

type Fault =
  WrongRefundAddress["fault"] | { code: "recovery_phrase"; network: string }

const FAULT_TEXTS = {
  typing_error: "typingError",
  other_network: "otherNetwork",
  unknown_form: "unknownForm",
  wrong_character: "wrongCharacter",
  store_address: "storeAddress",
  tag_alone: "tagAlone",
  wrong_tag: "wrongTag",
  recovery_phrase: "recoveryPhrase",
} as const satisfies Record<Fault["code"], keyof CryptoRefundTexts>

/** The page behind a refund link. Nothing is saved before the customer confirms the address. */
export function CryptoRefundRequest(props: CryptoRefundRequestProps) {
  const { sdk, token, backHref } = props
  const { locale, texts, rootProps } = useLanguage(
    props,
    enRefund,
    refundLoaders,
    true
  )
  /** That of the page's URL: of the page that the link leads to. */
  const getToken = () => token ?? location.hash
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
  const check = () => {
    const { address, tag } = typed
    if (isRecoveryPhrase({ address, address_tag: tag })) {
      return setError({ code: "recovery_phrase", network: "" })
    }
    send(async () => {
      const judged = await checkCryptoRefundAddress(sdk, {
        token: getToken(),
        address: typed.address.trim(),
        address_tag: typed.tag.trim() || null,
      })
      if (judged.fault) setError(judged.fault)
      else show(judged)
    })
  }
  const confirm = ({ address, address_tag }: CheckedRefundAddress) =>
    send(async () => {
      const options = { token: getToken(), address, address_tag }
      update(await confirmCryptoRefundAddress(sdk, options))
      show(null)
    })

  const price = formatPrice(locale, refund)
  const form = step === "enter" || step === "enter_surplus" ? step : null
  const reviewed = step === "review" ? checked : null
  const shared = { busy, error: error && describeError(error, texts), texts }
  return (
    <div {...rootProps} ref={root}>
      <Notice
        name={step}
        mood={STEP_MOODS[step]}
        heading={texts[step]}
        text={
          form && price === null
            ? texts[`${form}_text_unpriced`]
            : texts[`${step}_text`]
        }
        price={price}
        further={
          problem?.retryable
            ? describeProblem(problem, texts)
            : step === "address_entered" && texts.askToChange
        }
        focus={taken}
      >
        {refund && (
          <RefundDetails
            refund={refund}
            target={reviewed ?? refund}
            typed={reviewed && typed.address.trim()}
            texts={texts}
          />
        )}
        {refund && form && (
          <AddressForm
            {...shared}
            refund={refund}
            until={formatTime(locale, refund.expires_at)}
            typed={typed}
            onType={setTyped}
            isTagWrong={
              error !== null && "code" in error && error.code === "wrong_tag"
            }
            onSubmit={check}
          />
        )}
        {refund && reviewed && (
          <AddressReview
            {...shared}
            refund={refund}
            checked={reviewed.checked}
            onConfirm={() => confirm(reviewed)}
            onChange={() => show(null)}
          />
        )}
        {!form && !reviewed && step !== "loading" && (
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
) {
  if (problem && !problem.retryable) {
    return problem.status === undefined ? "incomplete" : "unknown"
  }
  if (!refund) return "loading"
  if (refund.state !== "waiting_for_address") return refund.state
  if (checked) return "review"
  return refund.kind === "surplus" ? "enter_surplus" : "enter"
}

const STEP_MOODS: Record<ReturnType<typeof getStep>, Mood | null> = {
  loading: "busy",
  enter: null,
  enter_surplus: null,
  review: "warn",
  address_entered: "done",
  sent: "done",
  incomplete: "bad",
  unknown: "bad",
}

function describeError(
  error: CryptoPaymentError | Fault,
  texts: CryptoRefundTexts
): string {
  if (!(error instanceof CryptoPaymentError)) {
    const { code, network } = error
    if (code === "recovery_phrase") return texts.recoveryPhrase
    const values = { network, found: error.found ?? "" }
    return `${texts.refused} ${fillPlaceholders(texts[FAULT_TEXTS[code]], values)}`
  }
  return error.retryable
    ? describeProblem(error, texts)
    : `${texts.refused} ${error.message}`
}

function RefundDetails({
  refund,
  target,
  typed,
  texts,
}: {
  refund: CryptoRefund
  target: Pick<CryptoRefund, "address" | "address_tag">
  /** The address as the customer typed it, which is compared with the checked one. */
  typed: string | null
  texts: CryptoRefundTexts
}) {
  const { order_display_id, crypto_network, transaction_hash } = refund
  const { crypto_currency, crypto_name } = refund
  const { address, address_tag } = target
  return (
    <dl className="cryptopay-details">
      {order_display_id !== null && (
        <Detail label={texts.order} value={`#${order_display_id}`} />
      )}
      <Detail
        label={texts.amount}
        value={`${refund.crypto_amount} ${crypto_name ?? crypto_currency}`}
      />
      {crypto_network && (
        <Detail label={texts.network} value={crypto_network} />
      )}
      {address && (
        <CopyableValue label={texts.address} value={address} texts={texts}>
          {/* In groups without a space, as on the pay page. */}
          <code className="cryptopay-value" dir="ltr" translate="no">
            {address.match(/.{1,4}/gs)?.map((group, index) => (
              <Fragment key={index}>
                <span className="cryptopay-group">{group}</span>
                <wbr />
              </Fragment>
            ))}
          </code>
        </CopyableValue>
      )}
      {address_tag && (
        <CopyableValue label={texts.tag} value={address_tag} texts={texts} />
      )}
      {address && !address_tag && refund.has_address_tag && (
        <Detail label={texts.tag} value={texts.noTag} isText />
      )}
      {typed && typed !== address && (
        <Detail label={texts.asEntered} value={typed} />
      )}
      {transaction_hash && (
        <CopyableValue
          label={texts.transaction}
          value={transaction_hash}
          texts={texts}
        />
      )}
    </dl>
  )
}

type StepProps = {
  refund: CryptoRefund
  busy: boolean
  error: string | null
  texts: CryptoRefundTexts
}

/** Its texts are kept while the customer goes back and forth. */
function AddressForm({
  refund,
  until,
  typed,
  onType,
  onSubmit,
  busy,
  error,
  isTagWrong,
  texts,
}: StepProps & {
  until: string
  typed: Typed
  onType: (typed: Typed) => void
  onSubmit: () => void
  isTagWrong: boolean
}) {
  const id = useId()
  const address = useRef<HTMLInputElement>(null)
  const tag = useRef<HTMLInputElement>(null)
  const [isMissing, setIsMissing] = useState(false)
  const isEmpty = !typed.address.trim()
  const problem = isMissing && isEmpty ? texts.missing : error
  const isTagProblem = isTagWrong && refund.has_address_tag

  // The customer corrects what is wrong where it was entered.
  useEffect(() => {
    if (error) (isTagProblem ? tag : address).current?.focus()
  }, [error])

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty) return onSubmit()
        setIsMissing(true)
        address.current?.focus()
      }}
    >
      <Field
        inputRef={address}
        label={fillCoin(texts.yourAddress, refund)}
        hint={fillPlaceholders(texts.enterUntil, { time: until })}
        required
        value={typed.address}
        errorId={problem && !isTagProblem ? `${id}-error` : undefined}
        onType={(text) => onType({ ...typed, address: text })}
      />
      {refund.has_address_tag && (
        <Field
          inputRef={tag}
          label={texts.tag}
          hint={texts.tagHint}
          value={typed.tag}
          errorId={problem && isTagProblem ? `${id}-error` : undefined}
          onType={(text) => onType({ ...typed, tag: text })}
        />
      )}
      <div id={`${id}-error`} role="alert" className="cryptopay-error">
        {problem && <p>{problem}</p>}
      </div>
      <button type="submit" className="cryptopay-button" aria-disabled={busy}>
        {busy ? texts.checking : texts.check}
      </button>
    </form>
  )
}

/** A text that nobody's phone may correct. */
function Field({
  inputRef,
  label,
  hint,
  required,
  value,
  errorId,
  onType,
}: {
  inputRef: RefObject<HTMLInputElement>
  label: string
  hint: string
  required?: boolean
  value: string
  /** Of the text that says what is wrong with it; unset: nothing is. */
  errorId: string | undefined
  onType: (text: string) => void
}) {
  const id = useId()
  return (
    <div className="cryptopay-field">
      <label htmlFor={id}>{label}</label>
      <input
        ref={inputRef}
        id={id}
        className="cryptopay-input"
        dir="ltr"
        type="text"
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        // A browser cuts what is longer, and says nothing.
        maxLength={2048}
        required={required}
        value={value}
        aria-invalid={errorId ? true : undefined}
        aria-describedby={`${id}-hint ${errorId ?? ""}`}
        onChange={(event) => onType(event.target.value)}
      />
      <p id={`${id}-hint`} className="cryptopay-soft">
        {hint}
      </p>
    </div>
  )
}

function AddressReview({
  refund,
  checked,
  onConfirm,
  onChange,
  busy,
  error,
  texts,
}: StepProps & {
  /** False where the address may have a typing error. */
  checked: boolean
  onConfirm: () => void
  onChange: () => void
}) {
  return (
    <>
      <div className="cryptopay-test">
        <p>{fillCoin(texts.warning, refund)}</p>
        {!checked && <p>{texts.unchecked}</p>}
      </div>
      <div role="alert" className="cryptopay-error">
        {error && <p>{error}</p>}
      </div>
      <button
        type="button"
        className="cryptopay-button"
        aria-disabled={busy}
        onClick={onConfirm}
      >
        {busy ? texts.saving : texts.confirm}
      </button>
      <button
        type="button"
        className="cryptopay-link"
        aria-disabled={busy}
        onClick={() => busy || onChange()}
      >
        {texts.change}
      </button>
    </>
  )
}
