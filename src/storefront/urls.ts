const SESSION_PARAMETER = "payment_session_id"
/** In the URL that the hosted page leads to without a payment. */
const LEFT_PARAMETER = "payment_left"

/**
 * Of "/return" it is "https://shop.example/return?payment_session_id={payment_session_id}", where
 * the plugin fills in the id. What follows a `#`, such as the page of a hash router, stays there.
 */
export function buildReturnUrl(page: string): string {
  const url = new URL(page, globalThis.location?.href)
  url.searchParams.delete(SESSION_PARAMETER)
  url.searchParams.delete(LEFT_PARAMETER)
  return addToQuery(url, `${SESSION_PARAMETER}={${SESSION_PARAMETER}}`)
}

function addToQuery(url: URL, parameter: string): string {
  const { hash, search } = url
  url.hash = ""
  // `URL` escapes the braces of placeholders.
  const address = url.href.replace(/%7B([a-z_]+)%7D/gi, "{$1}")
  return address + (search === "" ? "?" : "&") + parameter + hash
}

/** Without a page the plugin's options have them. */
export function buildReturnUrls(page: string | undefined) {
  if (page === undefined) return {}
  const successUrl = buildReturnUrl(page)
  const failUrl = addToQuery(new URL(successUrl), `${LEFT_PARAMETER}=1`)
  return { successUrl, failUrl }
}

export function hasLeftPaymentPage(url: string): boolean {
  return new URL(url, "http://localhost").searchParams.has(LEFT_PARAMETER)
}

export function getPaymentSessionId(url: string): string | undefined {
  const { searchParams } = new URL(url, "http://localhost")
  return searchParams.get(SESSION_PARAMETER) || undefined
}

/** Http(s) without user info, which can look like another host. Paths need a `base`. */
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
