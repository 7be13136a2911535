import { useEffect, useId, useRef, useState } from "react"

import { fillPlaceholders } from "../locales"
import type { CryptoRefundTexts } from "../locales/refund"
import type { CryptoRefund } from "../refund"
import { CopyableValue, isolateDirection } from "./payment-details"

/** What is sent back, and where to: as much as is known. */
export function RefundDetails({
  refund,
  address,
  typed,
  texts,
}: {
  refund: CryptoRefund
  address: string | null | undefined
  /** The address as the customer typed it, which is compared with the checked one. */
  typed: string | false
  texts: CryptoRefundTexts
}) {
  const { order_display_id, crypto_network, transaction_hash } = refund
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

function Detail({ label, value }: { label: string; value: string }) {
  return (
    <div className="cryptopay-detail">
      <dt>{label}</dt>
      <dd>
        <span>
          <bdi translate="no">{value}</bdi>
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

/** The form for the address. Its text is kept while the customer goes back and forth. */
export function AddressForm({
  refund,
  until,
  typed,
  onType,
  onSubmit,
  busy,
  error,
  texts,
}: StepProps & {
  /** Until when the address can be entered. */
  until: string
  typed: string
  onType: (text: string) => void
  onSubmit: () => void
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isMissing, setIsMissing] = useState(false)
  const problem = isMissing && !typed.trim() ? texts.missing : error

  // The customer corrects the address where it was entered.
  useEffect(() => {
    if (error) input.current?.focus()
  }, [error])

  const submit = () => {
    if (typed.trim()) return onSubmit()
    setIsMissing(true)
    input.current?.focus()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className="cryptopay-field">
        <label htmlFor={id}>{fillCoin(texts.yourAddress, refund)}</label>
        <input
          ref={input}
          id={id}
          className="cryptopay-input"
          dir="ltr"
          type="text"
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={200}
          required
          value={typed}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-hint ${id}-error`}
          onChange={(event) => onType(event.target.value)}
        />
        <p id={`${id}-hint`} className="cryptopay-soft">
          {fillPlaceholders(texts.enterUntil, { time: until })}
        </p>
      </div>
      <div id={`${id}-error`} role="alert" className="cryptopay-error">
        {problem && <p>{problem}</p>}
      </div>
      <button type="submit" className="cryptopay-button" aria-disabled={busy}>
        {busy ? texts.checking : texts.check}
      </button>
    </form>
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
