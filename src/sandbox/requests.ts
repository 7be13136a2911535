import type { Context, MiddlewareHandler } from "hono"
import type { z } from "zod"
import type { Surroundings } from "./surroundings"

/**
 * Rejects requests of other sites, also by DNS rebinding. They may link to the "checkout"; servers
 * reach the "api" under any Host.
 */
export function rejectCrossSite(
  surroundings: Surroundings,
  use: "private" | "checkout" | "api",
  reject: (c: Context, reason: string) => Response | Promise<Response>
): MiddlewareHandler {
  return async (c, next) => {
    const host = c.req.header("host")
    const origin = c.req.header("origin")
    const hasOwnHost = isOwnHost(host, surroundings.baseUrl)
    if (use !== "api" && !hasOwnHost) {
      return reject(c, "Host is not an address of the sandbox")
    }
    const isOwnOrigin =
      origin === undefined ||
      origin === new URL(surroundings.baseUrl).origin ||
      (hasOwnHost && origin === `http://${host}`)
    if (!isOwnOrigin) return reject(c, "Origin is not the sandbox")
    const site = c.req.header("sec-fetch-site")
    const isOtherSite = site === "same-site" || site === "cross-site"
    const isLink =
      c.req.method === "GET" && c.req.header("sec-fetch-mode") === "navigate"
    if (isOtherSite && !(use === "checkout" && isLink)) {
      return reject(c, "Requests of other sites are not allowed")
    }
    return next()
  }
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"]

/** Names are compared without the port: a published port may be another one. */
function isOwnHost(host: string | undefined, publicUrl: string): boolean {
  if (host === undefined || !URL.canParse(`http://${host}`)) return false
  const { hostname } = new URL(`http://${host}`)
  return LOOPBACK.includes(hostname) || hostname === new URL(publicUrl).hostname
}

/**
 * Parses a JSON request body. The message names the first wrong field: "currency: Invalid input".
 */
export function parseBody<Body>(
  text: string,
  schema: z.ZodType<Body>,
  errorOf: (message: string) => Error
): Body {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw errorOf("body: must be JSON")
  }
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  const [{ path, message }] = parsed.error.issues
  throw errorOf(`${path.join(".") || "body"}: ${message}`)
}
