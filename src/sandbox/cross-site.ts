import type { Context, MiddlewareHandler } from "hono"

/**
 * Rejects requests of other sites that are open in the browser, since a browser
 * lets any of them reach loopback. The Host is compared because a site can point
 * its own name at 127.0.0.1 (DNS rebinding) and is then same-origin.
 */
export function rejectCrossSite({
  use = "private",
  publicUrl,
  reject,
}: SiteRules): MiddlewareHandler {
  return async (c, next) => {
    const host = c.req.header("host")
    const origin = c.req.header("origin")
    if (use !== "api" && !isOwnHost(host, publicUrl())) {
      return reject(c, "Host is not an address of the sandbox")
    }
    if (origin !== undefined && !isOwnOrigin(origin, host, publicUrl())) {
      return reject(c, "Origin is not the sandbox")
    }
    if (isOtherSite(c) && !(use === "checkout" && isLink(c))) {
      return reject(c, "Requests of other sites are not allowed")
    }
    return next()
  }
}

type SiteRules = {
  /** The sandbox's address, as in checkout links. */
  publicUrl: () => string
  /**
   * "checkout": other sites may link to it, as shops do. "api": any Host, since
   * servers reach it by names of their own; they send no Origin.
   * @default "private": nothing from another site
   */
  use?: "private" | "checkout" | "api"
  reject: (c: Context, reason: string) => Response | Promise<Response>
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"]

/** Names are compared without the port: a published port may be another one. */
function isOwnHost(host: string | undefined, publicUrl: string): boolean {
  if (host === undefined || !URL.canParse(`http://${host}`)) {
    return false
  }
  const { hostname } = new URL(`http://${host}`)
  return LOOPBACK.includes(hostname) || hostname === new URL(publicUrl).hostname
}

/** The requested origin, by the Host of the request or by the public URL. */
function isOwnOrigin(
  origin: string,
  host: string | undefined,
  publicUrl: string
): boolean {
  return (
    origin === new URL(publicUrl).origin ||
    (isOwnHost(host, publicUrl) && origin === `http://${host}`)
  )
}

function isOtherSite(c: Context): boolean {
  const site = c.req.header("sec-fetch-site")
  return site === "same-site" || site === "cross-site"
}

function isLink(c: Context): boolean {
  return c.req.method === "GET" && c.req.header("sec-fetch-mode") === "navigate"
}
