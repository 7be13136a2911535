import { type ReactNode, useEffect, useState } from "react"

import { type CryptoPaymentTexts, fillPlaceholders } from "../locales"
import type { CryptoPayment } from "../payment"
import type { CryptoCurrency } from "../store-api"
import { Link } from "./link"
import { forgetSession, recallSession, rememberSession } from "./memory"
import { CoinIcon, useCoinLooks, usePaymentParts } from "./parts"
import type { CommonProps } from "./use-texts"

/** The coin of a payment, also of one that is being started. */
type CoinToSend = Pick<
  CryptoPayment,
  "crypto_currency" | "crypto_name" | "crypto_network"
>

/** What the shopper needs for an inline payment: amount, coin, network and address, as text and QR code. */
function PaymentDetails({
  payment,
  texts,
  tokens,
}: Pick<CommonProps, "tokens"> & {
  payment: CryptoPayment
  texts: CryptoPaymentTexts
}) {
  const parts = usePaymentParts()
  const { state, wallet_address, crypto_amount, crypto_currency } = payment
  const blank = <BlankDetails coin={payment} texts={texts} />
  if (state === "creating") return blank
  if (!wallet_address || !crypto_amount || !crypto_currency) return null
  if (parts === undefined) return blank
  const Address = parts?.AddressValue ?? CopyableValue
  const uri = parts && parts.buildPaymentUri(payment, tokens)
  const fill = (text: string) => fillCoin(text, payment)
  const wallet = (
    <Link className="cryptopay-button" href={uri}>
      {texts.openWallet}
    </Link>
  )
  // A phone has the wallet, and cannot scan itself.
  const isPhone = window.matchMedia?.("(pointer: coarse)").matches
  return (
    <div className="cryptopay-details">
      {isPhone && wallet}
      <div className="cryptopay-pay">
        {parts && (
          <parts.PaymentCode
            uri={uri}
            address={wallet_address}
            fill={fill}
            texts={texts}
          />
        )}
        <dl>
          <AmountAndNetwork
            coin={payment}
            amount={crypto_amount}
            texts={texts}
          />
          <Address label={texts.address} value={wallet_address} texts={texts} />
        </dl>
      </div>
      <p className="cryptopay-warning">{fill(texts.exactAmount)}</p>
      {!isPhone && wallet}
    </div>
  )
}

/** In the place of the details, until they are known. */
export function BlankDetails({
  coin,
  texts,
}: {
  coin: CoinToSend
  texts: CryptoPaymentTexts
}) {
  return (
    <div className="cryptopay-details">
      <div className="cryptopay-pay">
        <span className="cryptopay-qr cryptopay-blank" />
        <dl>
          <AmountAndNetwork coin={coin} amount={null} texts={texts} />
          <CopyableValue label={texts.address} value={null} texts={texts} />
        </dl>
      </div>
      <p className="cryptopay-warning">{fillCoin(texts.exactAmount, coin)}</p>
    </div>
  )
}

/** The coin that the shopper chose. */
export function toCoin({ code, name, network }: CryptoCurrency): CoinToSend {
  return { crypto_currency: code, crypto_name: name, crypto_network: network }
}

function AmountAndNetwork({
  coin,
  amount,
  texts,
}: {
  coin: CoinToSend
  amount: string | null
  texts: CryptoPaymentTexts
}) {
  const looks = useCoinLooks()
  const { crypto_currency, crypto_network: network } = coin
  const code = crypto_currency ?? ""
  const name = coin.crypto_name ?? code
  return (
    <>
      <CopyableValue
        label={texts.amount}
        value={amount}
        unit={name}
        icon={
          <CoinIcon
            look={looks?.findCoinLook({ code, name, network: network ?? "" })}
            name={name}
          />
        }
        texts={texts}
      />
      {network && (
        <Detail
          label={texts.network}
          value={network}
          icon={
            <CoinIcon look={looks?.findNetworkLook(network)} name={network} />
          }
        />
      )}
    </>
  )
}

/** A value that is not copied. */
export function Detail({
  label,
  value,
  icon,
  isText = false,
}: {
  label: string
  value: string
  icon?: ReactNode
  /** Words of the page's language, and not a value. */
  isText?: boolean
}) {
  return (
    <div className="cryptopay-detail">
      <dt>{label}</dt>
      <dd>
        {icon}
        <span>
          <bdi translate={isText ? undefined : "no"}>{value}</bdi>
        </span>
      </dd>
    </div>
  )
}

/** Fills in the names of coin and network. */
export function fillCoin(text: string, coin: CoinToSend): string {
  const code = coin.crypto_currency ?? ""
  return fillPlaceholders(text, {
    coin: isolateDirection(coin.crypto_name ?? code),
    network: isolateDirection(coin.crypto_network ?? code),
  })
}

const COPIED_FOR_MS = 2_000

/** A value with a button that copies it; null while it is not known. `children` show it in another form. */
export function CopyableValue({
  label,
  value,
  unit,
  icon,
  isCopied,
  warning,
  texts,
  children,
}: {
  label: string
  value: string | null
  unit?: string
  icon?: ReactNode
  /** Whether the value is in the clipboard, and on the page. */
  isCopied?: () => Promise<boolean>
  /** Shown where it is not. */
  warning?: string
  texts: Pick<CryptoPaymentTexts, "copy" | "copied">
  children?: ReactNode
}) {
  /** Null before a copy, and some time after it. */
  const [isSame, setIsSame] = useState<boolean | null>(null)
  const compare = async () => (await isCopied?.()) ?? true

  useEffect(() => {
    if (!isSame) return
    // A program that replaces addresses may need a moment.
    const timer = setTimeout(() => {
      void compare().then((same) => setIsSame(same && null))
    }, COPIED_FOR_MS)
    return () => clearTimeout(timer)
  }, [isSame, value])

  const copy = async () => {
    await navigator.clipboard.writeText(value ?? "")
    setIsSame(await compare())
  }
  const copied = isSame ? texts.copied : ""
  const isBlank = value === null
  return (
    <div className="cryptopay-detail">
      <dt>{label}</dt>
      <dd>
        {icon}
        {children ?? (
          <span>
            <span className="cryptopay-ltr" dir="ltr" translate="no">
              {/* A blank one of the usual length; no digits, since a page without the style sheet shows it. */}
              <code
                className={`cryptopay-value${isBlank ? " cryptopay-blank" : ""}`}
                aria-hidden={isBlank}
              >
                {value ?? "x".repeat(unit ? 9 : 42)}
              </code>
              {unit && (
                <>
                  {" "}
                  <bdi>{unit}</bdi>
                </>
              )}
            </span>
          </span>
        )}
        <button
          type="button"
          className="cryptopay-copy"
          aria-label={`${texts.copy}: ${label}`}
          disabled={isBlank}
          // The clipboard needs https; without it the text can still be selected.
          onClick={() => void copy().catch(() => setIsSame(null))}
        >
          {copied || texts.copy}
        </button>
        <span role="status" className="cryptopay-visually-hidden">
          {copied}
        </span>
      </dd>
      {warning && (
        <dd role="alert" className="cryptopay-error">
          {isSame === false && warning}
        </dd>
      )}
    </div>
  )
}

/** A name in a right-to-left script must not reorder the sentence around it. */
function isolateDirection(name: string): string {
  return /^[ -~]*$/.test(name) ? name : `\u2068${name}\u2069`
}

/** What to send, and the button by which the shopper says that it was sent. */
export function InlinePayment({
  sent,
  ...details
}: Pick<CommonProps, "tokens"> & {
  payment: CryptoPayment
  sent: ReturnType<typeof useSent>
  texts: CryptoPaymentTexts
}) {
  const { payment, texts } = details
  return (
    <>
      {!sent.isSent && <PaymentDetails {...details} />}
      {payment.state !== "creating" && (
        <button
          type="button"
          className={
            sent.isSent ? "cryptopay-link" : "cryptopay-button cryptopay-second"
          }
          onClick={sent.toggle}
        >
          {sent.isSent ? texts.showAgain : texts.sent}
        </button>
      )}
    </>
  )
}

/**
 * Whether the shopper says that a payment was sent. It changes what is shown, so that nobody sends
 * twice, and proves nothing. A reload keeps it, for a day.
 */
export function useSent(sessionId: string | null, onToggle: () => void) {
  const [sentId, setSentId] = useState<string | null>(null)
  useEffect(() => setSentId(recallSession("sent")), [])
  const isSent = sessionId !== null && sentId === sessionId
  const toggle = () => {
    if (sessionId === null) return
    if (isSent) forgetSession("sent", sessionId)
    else rememberSession("sent", sessionId)
    setSentId(isSent ? null : sessionId)
    onToggle()
  }
  return { isSent, toggle }
}
