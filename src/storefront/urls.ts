const SESSION_PARAMETER = "payment_session_id"

/**
 * The URL of a return page, for `successUrl` and `failUrl`. A path is resolved
 * against the current page. The plugin fills in the placeholder of the session's
 * ID, because the session does not exist yet.
 *
 * @example buildReturnUrl("/return") // https://shop.example/return?payment_session_id={payment_session_id}
 */
export function buildReturnUrl(page: string): string {
  const url = new URL(page, globalThis.location?.href)
  url.searchParams.delete(SESSION_PARAMETER)
  // `URL` escapes the braces of placeholders.
  const path = (url.pathname + url.search).replace(/%7B([a-z_]+)%7D/gi, "{$1}")
  const separator = url.search === "" ? "?" : "&"
  return `${url.origin}${path}${separator}${SESSION_PARAMETER}={${SESSION_PARAMETER}}`
}

/** The payment session's ID in the URL of a return page. */
export function getPaymentSessionId(url: string): string | undefined {
  const { searchParams } = new URL(url, "http://localhost")
  return searchParams.get(SESSION_PARAMETER) || undefined
}

/**
 * The value when it is a URL that is safe to open: http or https, without user
 * info, which can look like another host. Null otherwise. Paths need a `base`.
 */
export function parseWebUrl(value: unknown, base?: string): string | null {
  if (typeof value !== "string") return null
  try {
    const { protocol, username, password } = new URL(value, base)
    const isSafe = /^https?:$/.test(protocol) && !username && !password
    return isSafe ? value : null
  } catch {
    return null
  }
}

/** Whether a text is a link to a wallet, as `buildPaymentUri` makes them. */
export function isPaymentUri(text: string): boolean {
  return /^(ethereum|bitcoin|litecoin|dogecoin|solana):\w/.test(text)
}
