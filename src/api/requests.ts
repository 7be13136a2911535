import type { IncomingMessage } from "node:http"
import type {
  MedusaRequestHandler,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { invalidData, notFound } from "../medusa-errors"

/*
 * Medusa parses bodies before it authenticates, and logs what it cannot parse. The plugin's routes
 * read their bodies themselves: under /admin after authentication, and with nothing of it in the
 * log. Texts are checked first, since they reach SQL, logs and responses: PostgreSQL rejects some
 * characters, terminals execute others, and a long text is echoed in full.
 */

/** Webhooks (contract §6) and admin requests are far smaller. */
export const MAX_BODY_BYTES = 64 * 1024

/**
 * One line of at most 255 characters: no control and format characters (line breaks, terminal
 * codes, bidi marks), no unpaired surrogate.
 */
const PLAIN_TEXT = {
  maxLength: 255,
  refused: /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u,
}

const TEXT_RULES: ReadonlyMap<string, typeof PLAIN_TEXT> = new Map([
  /** Written by a person: with line breaks and emoji. */
  ["note", { maxLength: 4_000, refused: /[\p{Cs}]|(?![\t\n\r])\p{Cc}/u }],
  /** Where a hosted page returns to. */
  ["success_url", { ...PLAIN_TEXT, maxLength: 2_048 }],
  ["fail_url", { ...PLAIN_TEXT, maxLength: 2_048 }],
  /** Names of fields. */
  ["fields", { ...PLAIN_TEXT, maxLength: 900 }],
])

/** Keeps a response that quotes the request far below 64 KiB. */
const MAX_TOTAL_LENGTH = 16_000
const MAX_VALUES = 500
const MAX_DEPTH = 4

function isPlainId(text: string): boolean {
  const { maxLength, refused } = PLAIN_TEXT
  return text.length > 0 && text.length <= maxLength && !refused.test(text)
}

export const idSchema = z
  .string()
  .trim()
  .refine(isPlainId, "must be an id of at most 255 characters")

/**
 * Hex, base58 or base64, of whatever chain: no free text, and nothing that a formula begins with.
 */
export const transactionHashSchema = idSchema.refine(
  (text) => /^[\w/][\w+/-]*={0,2}$/.test(text),
  "must be the hash of a transaction: only letters, digits and the characters _ - + / =, without spaces"
)

/** A date that PostgreSQL can compare with, in any format of JavaScript. */
export const momentSchema = z
  .string()
  .transform((value) => new Date(value))
  .refine((moment) => {
    const year = moment.getUTCFullYear()
    return year >= 1 && year <= 9999
  }, "must be a date between the years 1 and 9999")

/** Answers by itself: anybody can call these paths, and Medusa logs each error that is thrown. */
const checkPath: MedusaRequestHandler = ({ path }, res, next) => {
  if (path.split("/").every(isPathSegment)) return next()
  const { type, message } = notFound("There is no such id.")
  res.status(404).json({ type, message })
}

const checkTexts: MedusaRequestHandler = (req, _res, next) => {
  const fault =
    textFault(req.query, "the query") ?? textFault(req.body, "the body")
  if (fault) throw invalidData(fault)
  next()
}

/**
 * Reads the body of a POST as JSON into `req.body`; an empty body counts as `{}`. Browsers have to
 * say that it is JSON, also of an empty one: a page of another site can send a form, or nothing,
 * with the cookie of an admin, but no JSON without being allowed to. 413 above `MAX_BODY_BYTES`.
 * @throws MedusaError INVALID_DATA for another content type, or invalid JSON
 */
const readJsonBody: MedusaRequestHandler = async (req, res, next) => {
  if (req.method === "GET" || req.method === "HEAD") {
    req.body = {}
    return next()
  }
  const { origin, "content-type": contentType } = req.headers
  const mayBeUntyped = contentType === undefined && origin === undefined
  if (req.body !== undefined) {
    // A parser of the store's own ran before, which may accept forms.
    if (!mayBeUntyped && !isJsonType(contentType)) throw invalidData(NO_JSON)
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
  const parsed =
    mayBeUntyped && bytes?.length === 0
      ? {}
      : bytes && parseJsonBody(bytes, contentType)
  if (!parsed) throw invalidData(NO_JSON)
  req.body = parsed
  next()
}

const NO_JSON =
  "Invalid request: the body is no JSON object, or its content type is not application/json."

/**
 * Answers hold e-mail and payment addresses, and what they are depends on headers: no cache and no
 * browser keeps one.
 */
const neverStore: MedusaRequestHandler = (_req, res, next) => {
  res.set("cache-control", "no-store")
  next()
}

/** With bodies that the plugin's routes parse themselves. */
const JSON_PREFIXES = [
  "/admin/crypto-payments",
  "/store/crypto-payments",
  "/store/crypto-refunds",
]

/** Medusa matches each depth on its own; no route of the plugin is deeper. */
const DEPTHS = ["", "/:first", "/:first/:second", "/:first/:second/:third"]

/** Medusa's parsers are turned off, whatever the method. */
export const requestMiddlewares: MiddlewareRoute[] = [
  ...["/hooks/crypto", ...JSON_PREFIXES].flatMap((prefix): MiddlewareRoute[] =>
    DEPTHS.map((depth) => ({ matcher: prefix + depth, bodyParser: false }))
  ),
  // A webhook is signed: its route reads the bytes itself, and ignores the query.
  { matcher: "/hooks/crypto", middlewares: [checkPath] },
  ...JSON_PREFIXES.map((matcher) => ({
    matcher,
    middlewares: [neverStore, checkPath, readJsonBody, checkTexts],
  })),
]

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
    // Node's stream of a body has bytes.
    const body: AsyncIterable<Buffer> = request
    for await (const bytes of body) {
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

function isJsonType(contentType: string | undefined): boolean {
  return /^application\/json\s*(;|$)/i.test(contentType ?? "")
}

function parseJsonBody(bytes: Buffer, contentType: string | undefined) {
  if (!isJsonType(contentType)) return undefined
  if (bytes.length === 0) return {}
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** What is wrong with a query or a body, in a sentence that quotes none of it. */
function textFault(value: unknown, where: string): string | undefined {
  let values = 0
  let length = 0
  const faultOf = (
    each: unknown,
    depth: number,
    rule: typeof PLAIN_TEXT
  ): string | undefined => {
    values++
    if (typeof each === "string") {
      length += each.length
      if (each.length > rule.maxLength) return "a text that is too long"
      const isRefused = rule.refused.test(each)
      return isRefused ? "characters that no text may have" : undefined
    }
    if (typeof each !== "object" || each === null) return undefined
    if (depth > MAX_DEPTH) return "values that are nested too deep"
    for (const [key, inner] of Object.entries(each)) {
      if (values > MAX_VALUES || length > MAX_TOTAL_LENGTH) return "too much"
      length += key.length
      if (!isFieldName(key)) return "a field with a name that none has"
      const rule = TEXT_RULES.get(key) ?? PLAIN_TEXT
      const fault = faultOf(inner, depth + 1, rule)
      if (fault) return fault
    }
    return length > MAX_TOTAL_LENGTH ? "too much" : undefined
  }
  const fault = faultOf(value, 0, PLAIN_TEXT)
  return fault && `Invalid request: ${where} holds ${fault}.`
}

/** A property of `Object.prototype` as a name breaks converting the object to a string. */
function isFieldName(name: string): boolean {
  const parts = name.split(".")
  return (
    /^[\w$.-]{1,64}$/.test(name) &&
    parts.length <= 2 &&
    !parts.some((part) => part in Object.prototype)
  )
}

/**
 * No segment that another reader of paths, such as a proxy, takes for more or for less than one.
 */
function isPathSegment(segment: string): boolean {
  if (segment === "") return true
  try {
    const text = decodeURIComponent(segment)
    return isPlainId(text) && !/[/\\;]|^\.{1,2}$/.test(text)
  } catch {
    return false
  }
}
