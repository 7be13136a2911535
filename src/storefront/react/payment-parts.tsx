import { Fragment, type ReactNode, useEffect, useRef, useState } from "react"

import { type CryptoPaymentTexts, fillPlaceholders } from "../locales"
import type { CryptoPayment, CryptoReceipt } from "../payment"
import type { QrCode } from "../qr-code"
import { CopyableValue, Link, Sign } from "./elements"
import { formatPrice, formatTime } from "./use-texts"

/** What a payment's details need beside their texts, loaded as one before it is needed. */
export { buildPaymentUri } from "../payment-uri"

/** Characters of a group, and of the stressed ends that a shopper compares. */
const GROUP = 4
const GROUPS = /.{1,4}/gs
const STRESSED = 6

/**
 * In groups without a space: selected text is the address, which page and copy are compared with.
 */
function AddressValue(props: {
  label: string
  value: string
  texts: Pick<
    CryptoPaymentTexts,
    "copy" | "copied" | "selected" | "addressDiffers"
  >
}) {
  const { value, texts } = props
  const shown = useRef<HTMLElement>(null)
  const groups = value.match(GROUPS) ?? []
  const isCopied = async () => {
    const copied = (await readClipboard()) ?? value
    return copied === value && shown.current?.textContent === value
  }
  return (
    <CopyableValue
      {...props}
      isCopied={isCopied}
      warning={texts.addressDiffers}
    >
      <code ref={shown} className="cryptopay-value" dir="ltr" translate="no">
        {groups.map((group, index) => {
          const start = index * GROUP
          const isStressed =
            start < STRESSED || start + GROUP > value.length - STRESSED
          const Element = isStressed ? "strong" : "span"
          return (
            <Fragment key={index}>
              <Element className="cryptopay-group">{group}</Element>
              {/* Every group may end a line. */}
              <wbr />
            </Fragment>
          )
        })}
      </code>
    </CopyableValue>
  )
}

/** What to send, by code, link or copy. `children` are network and amount. */
export function FullDetails({
  address,
  uri,
  fill,
  texts,
  children,
}: {
  address: string
  uri: string | null
  fill: (text: string) => string
  texts: CryptoPaymentTexts
  children: ReactNode
}) {
  const wallet = (
    <Link className="cryptopay-button" href={uri}>
      {texts.openWallet}
    </Link>
  )
  // A phone has the wallet, and cannot scan itself.
  const isPhone = window.matchMedia?.("(pointer: coarse)").matches
  const code = (
    <PaymentCode uri={uri} address={address} fill={fill} texts={texts} />
  )
  // Without a link, the shopper copies amount and address.
  const isCopied = isPhone && !uri
  return (
    <div className="cryptopay-details">
      {isPhone && wallet}
      <div className="cryptopay-pay">
        {!isCopied && code}
        <dl>
          {children}
          <AddressValue label={texts.address} value={address} texts={texts} />
        </dl>
      </div>
      {isCopied && (
        <details>
          <summary className="cryptopay-link">{texts.qrCode}</summary>
          {code}
        </details>
      )}
      {!isPhone && wallet}
    </div>
  )
}

/** Null where the browser would ask the shopper, or does not allow it. */
async function readClipboard(): Promise<string | null> {
  try {
    // Not every browser has a permission of this name.
    const name = "clipboard-read" as PermissionName
    const { state } = await navigator.permissions.query({ name })
    return state === "granted" ? await navigator.clipboard.readText() : null
  } catch {
    return null
  }
}

/** The QR code of address and amount, or of the address alone, which every wallet reads. */
function PaymentCode({
  uri,
  address,
  fill,
  texts,
}: {
  uri: string | null
  address: string
  fill: (text: string) => string
  texts: CryptoPaymentTexts
}) {
  const [isPlain, setIsPlain] = useState(false)
  const text = isPlain ? address : (uri ?? address)
  return (
    <div className="cryptopay-code">
      <QrImage text={text} label={texts.qrCode} />
      <p className="cryptopay-soft">
        {fill(text === address ? texts.codeWithAddress : texts.codeWithAmount)}
      </p>
      {uri !== null && (
        <button
          type="button"
          className="cryptopay-link"
          onClick={() => setIsPlain(!isPlain)}
        >
          {isPlain ? texts.showAmountCode : texts.showAddressCode}
        </button>
      )}
    </div>
  )
}

/** Shown until the code is loaded, in the same size. */
const EMPTY_CODE: QrCode = { size: 33, path: "" }

/** Black on white, because cameras need it. Its encoder is loaded with the first code. */
function QrImage({ text, label }: { text: string; label: string }) {
  const [code, setCode] = useState<QrCode | null>(EMPTY_CODE)

  useEffect(() => {
    let unmounted = false
    const update = (created: QrCode | null) => unmounted || setCode(created)
    void import("../qr-code").then(
      ({ createQrCode }) =>
        // After the paint of the address: a slow phone needs a moment for a code.
        requestAnimationFrame(() =>
          setTimeout(() => update(createQrCode(text)))
        ),
      // Not loaded: the address is also shown as text.
      () => update(null)
    )
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

/** How long the price is held, by the server's clock. */
export function Countdown({
  remainingMs,
  payment,
  texts,
  onEnd,
}: {
  remainingMs: () => number | null
  payment: CryptoPayment
  texts: CryptoPaymentTexts
  onEnd: () => void
}) {
  const [leftMs, setLeftMs] = useState(remainingMs)
  const { opened_at, expires_at } = payment

  useEffect(() => {
    const timer = setInterval(() => setLeftMs(remainingMs), 1_000)
    return () => clearInterval(timer)
  }, [remainingMs])
  useEffect(() => {
    if (leftMs === 0) onEnd()
  }, [leftMs === 0])

  if (leftMs === null) return <Sign mood="busy" />
  const wholeMs = Date.parse(expires_at ?? "") - Date.parse(opened_at ?? "")
  const part = leftMs / wholeMs
  const time = formatCountdown(leftMs)
  return (
    <>
      {/* The whole ring where it is not known of how much time this is the rest. */}
      <Sign mood="busy" part={part < 1 ? part : 1} />
      <p role="timer" className="cryptopay-timer">
        {fillPlaceholders(texts.priceHeld, { time })}
      </p>
    </>
  )
}

/** 75_000 -> "1:15" */
function formatCountdown(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  const hours = Math.floor(seconds / 3_600)
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60]
  return (hours > 0 ? [hours, ...parts] : parts)
    .map((part, index) => (index > 0 ? String(part).padStart(2, "0") : part))
    .join(":")
}

/** What one coin costs by this payment: a formula, which every language reads. */
export function Rate({
  locale,
  payment,
}: {
  locale: string
  payment: CryptoPayment | null
}) {
  const { amount, crypto_amount, currency_code } = payment ?? {}
  const rate = Number(amount) / Number(crypto_amount)
  const coin = payment?.crypto_name ?? payment?.crypto_currency
  if (!coin || !currency_code || !(rate > 0 && rate < Infinity)) return null
  return (
    <span className="cryptopay-soft" dir="ltr" translate="no">
      1 <bdi>{coin}</bdi> ≈ <bdi>{formatRate(locale, rate, currency_code)}</bdi>
    </span>
  )
}

/** Rounded, unlike a price. */
function formatRate(locale: string, rate: number, currency: string): string {
  const maximumSignificantDigits = rate < 1 ? 4 : undefined
  try {
    const style = "currency"
    const format = { style, currency, maximumSignificantDigits } as const
    return new Intl.NumberFormat(locale, format).format(rate)
  } catch {
    // The browser does not know the currency.
    return `${rate.toPrecision(4)} ${currency.toUpperCase()}`
  }
}

/** "Paid €19.99 with 0.015 Ether on January 1, 2026 at 12:00 PM." */
export function Receipt({
  receipt,
  locale,
  texts,
}: {
  receipt: CryptoReceipt
  locale: string
  texts: CryptoPaymentTexts
}) {
  const { crypto_amount, crypto_name, crypto_currency } = receipt
  return (
    <p>
      {fillPlaceholders(texts.receipt, {
        price: formatPrice(locale, receipt) ?? "",
        coin: [crypto_amount, crypto_name ?? crypto_currency].join(" "),
        time: formatTime(locale, receipt.paid_at),
      })}
    </p>
  )
}
