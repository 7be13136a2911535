import type { IncomingMessage } from "node:http"
import type {
  MedusaRequestHandler,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { invalidData } from "../medusa-errors"

/*
 * Medusa parses bodies before it authenticates, and logs what it cannot parse,
 * line breaks and terminal codes included. The plugin's routes read their bodies
 * themselves: under /admin after authentication, and with nothing of it in the log.
 */

/** Webhooks (contract §6) and admin requests are far smaller. */
export const MAX_BODY_BYTES = 64 * 1024

/** Medusa matches each depth on its own; no route of the plugin is deeper. */
const DEPTHS = ["", "/:first", "/:first/:second", "/:first/:second/:third"]

/** Turns Medusa's parsers off for the plugin's routes, whatever the method. */
export const bodyParserMiddlewares: MiddlewareRoute[] = [
  "/hooks/crypto",
  "/admin/crypto-payments",
  "/store/crypto-payments",
  "/store/crypto-refunds",
].flatMap((prefix) =>
  DEPTHS.map((depth) => ({ matcher: prefix + depth, bodyParser: false }))
)

type RequestBody =
  | { bytes: Buffer; fault?: never }
  | { bytes?: never; fault: "too_large" | "too_slow" | "incomplete" }

/**
 * Reading stops at `MAX_BODY_BYTES`: the rest is never held in memory. With a fault the connection
 * is to be closed: what is left would go on arriving.
 */
export async function readBody(
  request: IncomingMessage,
  /** Unset: as long as Node lets a request take. */
  deadlineMs?: number
): Promise<RequestBody> {
  if (deadlineMs === undefined) return await readAll(request)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<RequestBody>((resolve) => {
    timer = setTimeout(() => resolve({ fault: "too_slow" }), deadlineMs)
  })
  try {
    return await Promise.race([readAll(request), late])
  } finally {
    clearTimeout(timer)
  }
}

async function readAll(request: IncomingMessage): Promise<RequestBody> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request) {
      const bytes: Buffer = Buffer.from(chunk)
      size += bytes.length
      if (size > MAX_BODY_BYTES) return { fault: "too_large" }
      chunks.push(bytes)
    }
  } catch {
    // The sender closed the connection: not an error to log.
    return { fault: "incomplete" }
  }
  return { bytes: Buffer.concat(chunks) }
}

/**
 * Reads the body of a POST as JSON into `req.body`; an empty body counts as `{}`. Browsers have to
 * say that it is JSON, also of an empty one: a page of another site can send a form, or nothing,
 * with the cookie of an admin, but no JSON without being allowed to. 413 above `MAX_BODY_BYTES`.
 * @throws MedusaError INVALID_DATA for another content type, or invalid JSON
 */
export const readJsonBody: MedusaRequestHandler = async (req, res, next) => {
  if (req.body !== undefined) return next()
  if (req.method === "GET") {
    req.body = {}
    return next()
  }
  const { bytes, fault } = await readBody(req)
  if (fault === "too_large") {
    res.set("connection", "close")
    res.status(413).json({
      type: MedusaError.Types.INVALID_DATA,
      message: `The body is larger than ${MAX_BODY_BYTES} bytes.`,
    })
    return
  }
  const { origin, "content-type": contentType } = req.headers
  const isUntyped = contentType === undefined && bytes?.length === 0
  const parsed =
    isUntyped && origin === undefined
      ? {}
      : bytes && parseJsonBody(bytes, contentType)
  if (!parsed) {
    throw invalidData(
      "Invalid request: the body is no JSON object, or its content type is not application/json."
    )
  }
  req.body = parsed
  next()
}

export function parseJsonBody(bytes: Buffer, contentType: string | undefined) {
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? "")) return undefined
  if (bytes.length === 0) return {}
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
