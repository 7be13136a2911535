import { useEffect, useState } from "react"

import { type CryptoPaymentTexts, fillPlaceholders } from "../locales"
import type { CryptoPayment } from "../payment"
import { buildPaymentUri } from "../payment-uri"
import type { QrCode } from "../qr-code"
import { Link } from "./link"

/** What the shopper needs for an inline payment: amount, coin, network and address, as text and QR code. */
export function PaymentDetails({
  payment,
  texts,
}: {
  payment: CryptoPayment
  texts: CryptoPaymentTexts
}) {
  const { wallet_address, crypto_amount, crypto_currency } = payment
  if (!wallet_address || !crypto_amount || !crypto_currency) return null
  const coin = payment.crypto_name ?? crypto_currency
  const network = payment.crypto_network
  const uri = buildPaymentUri(payment)
  return (
    <div className="cryptopay-details">
      <div className="cryptopay-pay">
        <QrImage text={uri ?? wallet_address} label={texts.qrCode} />
        <dl>
          <CopyableValue
            label={texts.amount}
            value={crypto_amount}
            unit={coin}
            texts={texts}
          />
          {network && (
            <div className="cryptopay-detail">
              <dt>{texts.network}</dt>
              <dd>
                <bdi>{network}</bdi>
              </dd>
            </div>
          )}
          <CopyableValue
            label={texts.address}
            value={wallet_address}
            texts={texts}
          />
        </dl>
      </div>
      <p className="cryptopay-soft">
        {fillPlaceholders(texts.exactAmount, {
          coin: isolateDirection(coin),
          network: isolateDirection(network ?? crypto_currency),
        })}
      </p>
      <Link className="cryptopay-link" href={uri}>
        {texts.openWallet}
      </Link>
    </div>
  )
}

/** The time left to pay, by the server's clock; nothing when unknown. */
export function Countdown({
  remainingMs,
  texts,
  onEnd,
}: {
  remainingMs: () => number | null
  texts: CryptoPaymentTexts
  onEnd: () => void
}) {
  const [leftMs, setLeftMs] = useState<number | null>(null)
  const hasEnded = leftMs === 0

  useEffect(() => {
    const update = () => setLeftMs(remainingMs())
    update()
    const timer = setInterval(update, 1_000)
    return () => clearInterval(timer)
  }, [remainingMs])

  useEffect(() => {
    if (hasEnded) onEnd()
  }, [hasEnded])

  if (leftMs === null) return null
  return (
    <p role="timer" className="cryptopay-countdown">
      {hasEnded
        ? texts.timeUp
        : fillPlaceholders(texts.timeLeft, { time: formatTime(leftMs) })}
    </p>
  )
}

/** Shown until the code is loaded, in the same size. */
const EMPTY_CODE: QrCode = { size: 33, path: "" }

/**
 * Black on white in any color scheme, because cameras need it. The encoder is
 * loaded with the first code: most pages show none.
 */
function QrImage({ text, label }: { text: string; label: string }) {
  const [code, setCode] = useState<QrCode | null>(EMPTY_CODE)

  useEffect(() => {
    let unmounted = false
    void import("../qr-code")
      .then(({ createQrCode }) => createQrCode(text))
      // Not loaded: the address is also shown as text.
      .catch(() => null)
      .then((created) => unmounted || setCode(created))
    return () => {
      unmounted = true
    }
  }, [text])

  if (!code) return null
  const { size, path } = code
  return (
    <svg
      role="img"
      aria-label={label}
      className="cryptopay-qr"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}

const COPIED_FOR_MS = 2_000

/** A value with a button that copies it. */
export function CopyableValue({
  label,
  value,
  unit,
  texts,
}: {
  label: string
  value: string
  unit?: string
  texts: Pick<CryptoPaymentTexts, "copy" | "copied">
}) {
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_FOR_MS)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = () => {
    // The clipboard needs https; without it the text can still be selected.
    void navigator.clipboard?.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false)
    )
  }
  return (
    <div className="cryptopay-detail">
      <dt>{label}</dt>
      <dd>
        <code className="cryptopay-value" dir="ltr">
          {value}
        </code>
        {unit && (
          <>
            {" "}
            <bdi>{unit}</bdi>
          </>
        )}
        <button
          type="button"
          className="cryptopay-copy"
          aria-label={`${texts.copy}: ${label}`}
          onClick={copy}
        >
          {copied ? texts.copied : texts.copy}
        </button>
        <span role="status" className="cryptopay-visually-hidden">
          {copied ? texts.copied : ""}
        </span>
      </dd>
    </div>
  )
}

/** A name in a right-to-left script must not reorder the sentence around it. */
export function isolateDirection(name: string): string {
  return /^[ -~]*$/.test(name) ? name : `\u2068${name}\u2069`
}

/** 75_000 -> "1:15" */
function formatTime(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  const hours = Math.floor(seconds / 3_600)
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60]
  return (hours > 0 ? [hours, ...parts] : parts)
    .map((part, index) => (index > 0 ? String(part).padStart(2, "0") : part))
    .join(":")
}
