import type { ReactNode } from "react"

import { isWalletUri } from "../payment-uri"
import { webAddress } from "../web-address"

/**
 * Every link of the kit: to a page, or to the shopper's wallet. An address that
 * is neither is left out, since a browser would run `javascript:` as a script.
 */
export function Link({
  href,
  className,
  children,
}: {
  href: string | null | undefined
  className: string
  children: ReactNode
}) {
  if (!href || !(isPage(href) || isWalletUri(href))) return null
  return (
    <a className={className} href={href}>
      {children}
    </a>
  )
}

/** Leads the browser to a page, if it is one. */
export function leadTo(href: string): void {
  if (isPage(href)) window.location.assign(href)
}

function isPage(href: string): boolean {
  // A server renders the same: where a path leads does not matter here.
  return webAddress(href, "https://localhost") !== null
}
