import type {
  MedusaRequest,
  MedusaRequestHandler,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { invalidData, notFound } from "../medusa-errors"
import { readJsonBody } from "./request-body"

/*
 * The texts that requests to the plugin's routes may contain. They reach SQL,
 * logs and responses: PostgreSQL rejects some characters, terminals execute
 * others, and a long text is echoed in full. So they are checked first.
 */

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

export function isPlainId(text: string): boolean {
  const { maxLength, refused } = PLAIN_TEXT
  return text.length > 0 && text.length <= maxLength && !refused.test(text)
}

export const idSchema = z
  .string()
  .trim()
  .refine(isPlainId, "must be an id of at most 255 characters")

/** A date that PostgreSQL can compare with, in any format of JavaScript. */
export const momentSchema = z
  .string()
  .transform((value) => new Date(value))
  .refine((moment) => {
    const year = moment.getUTCFullYear()
    return year >= 1 && year <= 9999
  }, "must be a date between the years 1 and 9999")

const noSuchId = () => notFound("There is no such id.")

const hasPossibleIds = ({ path }: MedusaRequest) =>
  path.split("/").every(isPathSegment)

const checkPath: MedusaRequestHandler = (req, _res, next) => {
  if (!hasPossibleIds(req)) throw noSuchId()
  next()
}

/** Anybody can call a webhook's path, and Medusa logs each error that is thrown. */
const checkWebhookPath: MedusaRequestHandler = (req, res, next) => {
  if (hasPossibleIds(req)) next()
  else {
    const { type, message } = noSuchId()
    res.status(404).json({ type, message })
  }
}

const checkTexts: MedusaRequestHandler = (req, _res, next) => {
  const fault =
    textFault(req.query, "the query") ?? textFault(req.body, "the body")
  if (fault) throw invalidData(fault)
  next()
}

/**
 * 404 for an id in the path that cannot exist, 400 for a query or a body that no route can use, or
 * 413.
 */
export const requestTextMiddlewares: MiddlewareRoute[] = [
  // A webhook is signed: its route reads the bytes itself, and ignores the query.
  { matcher: "/hooks/crypto", middlewares: [checkWebhookPath] },
  ...[
    "/admin/crypto-payments",
    "/store/crypto-payments",
    "/store/crypto-refunds",
  ].map((matcher) => ({
    matcher,
    middlewares: [checkPath, readJsonBody, checkTexts],
  })),
]

/** What is wrong with a query or a body, in a sentence that quotes none of it. */
export function textFault(value: unknown, where: string): string | undefined {
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
      const fault = faultOf(inner, depth + 1, TEXT_RULES.get(key) ?? rule)
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

function isPathSegment(segment: string): boolean {
  if (segment === "") return true
  try {
    return isPlainId(decodeURIComponent(segment))
  } catch {
    return false
  }
}
