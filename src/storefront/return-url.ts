const parameter = "payment_session_id"

/**
 * The address of a return page, for `successUrl` and `failUrl`. A path is
 * completed with the page's own origin, and the session's id is added, which
 * the plugin fills in: the session does not exist yet.
 *
 * @example returnUrl("/return") // https://shop.example/return?payment_session_id={payment_session_id}
 */
export function returnUrl(page: string): string {
  const url = new URL(page, globalThis.location?.href)
  url.searchParams.delete(parameter)
  const mark = url.search === "" ? "?" : "&"
  return `${url.origin}${unbraced(url.pathname)}${unbraced(url.search)}${mark}${parameter}={${parameter}}`
}

/** The payment session that the address of a return page names. */
export function paymentSessionIdIn(address: string): string | undefined {
  const query = new URL(address, "http://localhost").searchParams
  return query.get(parameter) || undefined
}

/** The placeholders that the plugin fills in are no characters of a URL. */
function unbraced(part: string): string {
  return part.replace(/%7B([a-z_]+)%7D/gi, "{$1}")
}
