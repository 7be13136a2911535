/** Where requests go: the origin to connect to, and what stands before `/v1` in every path. */
export interface BaseUrl {
  origin: string
  /** "" or a path without a trailing slash. */
  pathPrefix: string
}

/**
 * Reads the gateway's base address: https, or http to this machine only, since
 * the credential travels with each request.
 *
 * @throws TypeError saying what is wrong; never quotes the address, which may hold a password
 */
export function parseBaseUrl(baseUrl: string): BaseUrl {
  if (!URL.canParse(baseUrl)) {
    throw new TypeError("baseUrl is not a URL; expected https://host")
  }
  const url = new URL(baseUrl)
  if (url.username !== "" || url.password !== "") {
    throw new TypeError(
      "baseUrl must not contain credentials; use apiKey or privateKey"
    )
  }
  if (url.protocol !== "https:" && !isLocalHttp(url)) {
    throw new TypeError(
      "baseUrl must start with https:// (http:// is accepted for localhost only)"
    )
  }
  if (url.search !== "" || url.hash !== "") {
    throw new TypeError("baseUrl must not contain a query or a fragment")
  }
  const pathPrefix = url.pathname.replace(/\/+$/, "")
  if (pathPrefix.endsWith("/v1")) {
    throw new TypeError(
      "baseUrl must end before /v1, which is added to every path"
    )
  }
  return { origin: url.origin, pathPrefix }
}

function isLocalHttp({ protocol, hostname }: URL): boolean {
  return (
    protocol === "http:" &&
    (hostname === "localhost" ||
      hostname.endsWith(".localhost") ||
      hostname === "[::1]" ||
      /^127\.\d+\.\d+\.\d+$/.test(hostname))
  )
}
