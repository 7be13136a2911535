import { type RefObject, useEffect, useId, useRef, useState } from "react"

import { type CryptoRefundTexts, fillPlaceholders } from "../locales"
import type { CryptoRefund } from "../refund"
import { CopyableValue, isolateDirection } from "./payment-details"

/** What is sent back, and where to: as much as is known. */
export function RefundDetails({
  refund,
  target,
  typed,
  texts,
}: {
  refund: CryptoRefund
  target: Pick<CryptoRefund, "address" | "address_tag">
  /** The address as the customer typed it, which is compared with the checked one. */
  typed: string | false
  texts: CryptoRefundTexts
}) {
  const { order_display_id, crypto_network, transaction_hash } = refund
  const { address, address_tag } = target
  return (
    <dl className="cryptopay-details">
      {order_display_id !== null && (
        <Detail label={texts.order} value={`#${order_display_id}`} />
      )}
      <Detail
        label={texts.amount}
        value={`${refund.crypto_amount} ${getCoin(refund)}`}
      />
      {crypto_network && (
        <Detail label={texts.network} value={crypto_network} />
      )}
      {address && (
        <CopyableValue label={texts.address} value={address} texts={texts} />
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

function Detail({
  label,
  value,
  isText = false,
}: {
  label: string
  value: string
  /** Words of the page's language, and not a value. */
  isText?: boolean
}) {
  return (
    <div className="cryptopay-detail">
      <dt>{label}</dt>
      <dd>
        <span>
          <bdi translate={isText ? undefined : "no"}>{value}</bdi>
        </span>
      </dd>
    </div>
  )
}

type StepProps = {
  refund: CryptoRefund
  busy: boolean
  /** Why the last request failed. */
  error: string | null
  texts: CryptoRefundTexts
}

/** What the customer typed: an address, and on some networks a tag or memo. */
type Typed = { address: string; tag: string }

export const NOTHING_TYPED: Typed = { address: "", tag: "" }

/** The form for the address. Its texts are kept while the customer goes back and forth. */
export function AddressForm({
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
  /** Until when the address can be entered. */
  until: string
  typed: Typed
  onType: (typed: Typed) => void
  onSubmit: () => void
  /** Whether the error is about the tag. */
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

  const submit = () => {
    if (!isEmpty) return onSubmit()
    setIsMissing(true)
    address.current?.focus()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
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
        maxLength={255}
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

/** The address as it was checked, and what confirming it means. */
export function AddressReview({
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

function getCoin({ crypto_name, crypto_currency }: CryptoRefund): string {
  return crypto_name ?? crypto_currency
}

function fillCoin(text: string, refund: CryptoRefund): string {
  return fillPlaceholders(text, {
    coin: isolateDirection(getCoin(refund)),
    network: isolateDirection(refund.crypto_network ?? refund.crypto_currency),
  })
}
