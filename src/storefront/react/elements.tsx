import { type ReactNode, useEffect, useRef, useState } from "react"

import { type CryptoPaymentTexts, fillPlaceholders } from "../locales"
import type { CryptoPayment, Mood } from "../payment"
import { parseWebUrl } from "../urls"
import type { CryptoPaymentView } from "../watch"

/** Null: the payment does not go on, and no step is the current one. */
export function Steps({
  current,
  texts,
}: {
  current: number | null
  texts: CryptoPaymentTexts
}) {
  return (
    <div className="cryptopay-progress">
      <ol className="cryptopay-steps" aria-label={texts.pay}>
        {texts.steps.map((name, index) => (
          <li
            key={name}
            aria-current={index === current ? "step" : undefined}
            className={
              current !== null && index < current ? "cryptopay-done" : undefined
            }
          >
            <span>{name}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The current step of a payment; `isSent` is what the shopper says. */
export function findStep(
  { phase, payment }: CryptoPaymentView,
  isSent: boolean
): number | null {
  switch (phase) {
    case "waiting":
      if (isSent) return 2
      // On the hosted page the coin is chosen later.
      return payment?.gateway_status === "created" ? 0 : 1
    case "placing_order":
      return 3
    case "order_placed":
      return 4
    default:
      return null
  }
}

const SHAPES = {
  busy: "",
  done: "M14.5 22.5l5 5 10-10.5",
  warn: "M22 13v11m0 6v.5",
  bad: "M16 16l12 12m0-12l-12 12",
}

/** A circle with a sign, an arc that turns, or the `part` of the time that is left. */
export function Sign({ mood, part }: { mood: Mood; part?: number }) {
  return (
    <span
      className={`cryptopay-sign cryptopay-sign-${part === undefined ? mood : "time"}`}
    >
      <svg viewBox="0 0 44 44" aria-hidden="true">
        <circle cx="22" cy="22" r="20" />
        {mood === "busy" ? (
          <circle
            className="cryptopay-arc"
            cx="22"
            cy="22"
            r="20"
            pathLength="100"
            strokeDasharray={`${100 * (part ?? 0.25)} 100`}
          />
        ) : (
          <path d={SHAPES[mood]} />
        )}
      </svg>
    </span>
  )
}

/** Stands for a choice or a payment until it is known, in about its size. */
export function Skeleton({ text }: { text: string }) {
  return (
    <div className="cryptopay-skeleton">
      <p role="status" className="cryptopay-visually-hidden">
        {text}
      </p>
      <span />
      <span />
      <span />
    </div>
  )
}

const COPIED_FOR_MS = 2_000

/** With a button that copies it; null while it is not known. `children` show it in another form. */
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
  texts: Pick<CryptoPaymentTexts, "copy" | "copied" | "selected">
  children?: ReactNode
}) {
  /** Null before a copy, and some time after it. */
  const [isSame, setIsSame] = useState<boolean | null>(null)
  const [isSelected, setIsSelected] = useState(false)
  const shown = useRef<HTMLElement>(null)
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
    try {
      await navigator.clipboard.writeText(value ?? "")
      setIsSelected(false)
    } catch {
      // The clipboard needs https, and browsers inside other apps refuse it.
      const code = shown.current?.querySelector("code")
      if (code) getSelection()?.selectAllChildren(code)
      setIsSame(null)
      return setIsSelected(true)
    }
    setIsSame(await compare())
  }
  const copied = isSame ? texts.copied : isSelected ? texts.selected : ""
  const isBlank = value === null
  return (
    <div className="cryptopay-detail">
      <dt>{label}</dt>
      <dd ref={shown}>
        {icon}
        {children ?? (
          <span>
            <span className="cryptopay-ltr" dir="ltr" translate="no">
              {/* A blank one of the usual length; no digits: a page without styles shows it. */}
              <code
                className={`cryptopay-value${isBlank ? " cryptopay-blank" : ""}`}
                aria-hidden={isBlank}
              >
                {value ?? "x".repeat(unit ? 9 : 42)}
              </code>
              {unit && " "}
              {unit && <bdi>{unit}</bdi>}
            </span>
          </span>
        )}
        <button
          type="button"
          className="cryptopay-copy"
          aria-label={`${texts.copy}: ${label}`}
          disabled={isBlank}
          onClick={() => void copy()}
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

export function Detail({
  label,
  value,
  icon,
  warning,
  isText = false,
}: {
  label: string
  value: string
  icon?: ReactNode
  /** What happens with another value. */
  warning?: string
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
      {warning && <dd className="cryptopay-warning">{warning}</dd>}
    </div>
  )
}

/** Also of a payment that is being started. */
export type CoinToSend = Pick<
  CryptoPayment,
  "crypto_currency" | "crypto_name" | "crypto_network"
>

export function fillCoin(text: string, coin: CoinToSend): string {
  const code = coin.crypto_currency ?? ""
  return fillPlaceholders(text, {
    coin: isolateDirection(coin.crypto_name ?? code),
    network: isolateDirection(coin.crypto_network ?? code),
  })
}

/** A name in a right-to-left script must not reorder the sentence around it. */
function isolateDirection(name: string): string {
  return /^[ -~]*$/.test(name) ? name : `\u2068${name}\u2069`
}

/** What a component does with the order, once it is placed. */
export type OrderProps = {
  /**
   * The shopper's cart, if this browser has it:
   * without it the order's id is not known, and none of the following is used.
   */
  cartId?: string
  /** Called once when the order is placed, for example to open its page. */
  onOrder?: (orderId: string, payment: CryptoPayment) => void
  /** The URL of an order's page, for a link. */
  orderHref?: (orderId: string) => string
  /** Renders the order instead of the link. */
  renderOrder?: (orderId: string) => ReactNode
}

/** To pages and wallets alone: a browser runs `javascript:` as a script. */
export function Link({
  href,
  className,
  children,
}: {
  href: string | false | null | undefined
  className: string
  children: ReactNode
}) {
  if (!href || !(isPageUrl(href) || WALLET_URI.test(href))) return null
  return (
    <a className={className} href={href}>
      {children}
    </a>
  )
}

/** As `buildPaymentUri` makes them. */
const WALLET_URI = /^(ethereum|bitcoin|litecoin|dogecoin|solana):\w/

/** A link once the order is placed, or what `renderOrder` returns. */
export function OrderLink({
  view,
  texts,
  orderHref,
  renderOrder,
}: OrderProps & { view: CryptoPaymentView; texts: CryptoPaymentTexts }) {
  const orderId = getOrderId(view)
  if (orderId === null) return null
  if (renderOrder) return <>{renderOrder(orderId)}</>
  if (!orderHref) return null
  return (
    <Link className="cryptopay-button" href={orderHref(orderId)}>
      {texts.viewOrder}
    </Link>
  )
}

/** Null before the order is placed, and where the cart is not known. */
export function getOrderId({
  phase,
  payment,
}: CryptoPaymentView): string | null {
  return phase === "order_placed" ? (payment?.order_id ?? null) : null
}

/** Opens a page in the browser; other URLs are ignored. */
export function openPage(href: string): void {
  if (isPageUrl(href)) window.location.assign(href)
}

/** Any base allows paths; a fixed one renders the same on a server. */
function isPageUrl(href: string): boolean {
  return parseWebUrl(href, "https://localhost") !== null
}
