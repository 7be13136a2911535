import type { ReactNode } from "react"

import type { CryptoPayment } from "../payment"
import { parseWebUrl } from "../urls"

/** What a component does with the order, once it is placed. */
export type OrderProps = {
  /**
   * The shopper's cart, if this browser has it. Without it the order's number is known, not its id,
   * and none of the following is used.
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

/** A link, or what `renderOrder` returns. */
export function OrderLink({
  orderId,
  text,
  orderHref,
  renderOrder,
}: OrderProps & { orderId: string | null; text: string }) {
  if (orderId === null) return null
  if (renderOrder) return <>{renderOrder(orderId)}</>
  if (!orderHref) return null
  return (
    <Link className="cryptopay-button" href={orderHref(orderId)}>
      {text}
    </Link>
  )
}

/** Opens a page in the browser; other URLs are ignored. */
export function openPage(href: string): void {
  if (isPageUrl(href)) window.location.assign(href)
}

/** Any base allows paths; a fixed one renders the same on a server. */
function isPageUrl(href: string): boolean {
  return parseWebUrl(href, "https://localhost") !== null
}
