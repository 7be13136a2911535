import { z } from "zod"
import { describeIssues, shortText } from "./schemas"
import type { WireAnswer } from "./transport"

/**
 * The ways in which a gateway call can fail (contract §7),
 * and whether the same call can succeed later.
 */
const RETRYABLE = {
  /**
   * 401, 403: merchant id, key or signature is wrong, the key was rotated,
   * or the merchant is suspended.
   */
  authentication: false,
  /** 404: no such payment, or no such currency. */
  not_found: false,
  /** 400, any other 4xx, or an invalid argument that was not sent (then without `status`). */
  validation: false,
  /** 429: too many requests; `retryAfterSeconds` when the gateway sent `Retry-After`. */
  rate_limited: true,
  /**
   * 5xx, or a page of something in front of the gateway, such as a challenge,
   * under any status. 501 is permanent.
   */
  server: true,
  /**
   * No complete response: the call may have taken effect.
   * A retry is safe: creation is idempotent (contract §4).
   */
  outcome_unknown: true,
  /**
   * A response that the contract does not allow: not JSON, of another shape, too large, a redirect.
   */
  unexpected_answer: false,
}

export type GatewayErrorKind = keyof typeof RETRYABLE

/**
 * A code of the gateway: editors complete those that contract §7 lists, others are kept unchanged.
 */
export type GatewayCode =
  | "MERCHANT_NOT_FOUND"
  | "INVALID_CREDENTIALS"
  | "PAYMENT_ALREADY_EXISTS"
  | "WALLET_NOT_FOUND"
  | "VALIDATION_ERROR"
  | "PAYMENT_NOT_FOUND"
  | "CURRENCY_NOT_FOUND"
  | (string & {})

/** A failed call, whose message never carries a credential or a whole response body. */
export class GatewayError extends Error {
  override readonly name = "GatewayError"
  readonly retryable: boolean
  /** HTTP status; absent without a response. */
  readonly status?: number
  readonly code?: GatewayCode
  /** From the `Retry-After` header, in seconds, an hour at most. */
  readonly retryAfterSeconds?: number

  constructor(
    readonly kind: GatewayErrorKind,
    message: string,
    {
      cause,
      ...details
    }: Partial<Pick<GatewayError, "status" | "code" | "retryAfterSeconds">> & {
      cause?: unknown
    } = {}
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.retryable = RETRYABLE[kind] && details.status !== 501
    const known = Object.entries(details).filter(
      ([, value]) => value !== undefined
    )
    Object.assign(this, Object.fromEntries(known))
    const { retryAfterSeconds: asked } = details
    if (asked !== undefined) this.retryAfterSeconds = boundedWaitSeconds(asked)
  }
}

const LONGEST_WAIT_SECONDS = 60 * 60

/**
 * A wait that a gateway, a proxy or a clock asks for, within an hour: a `Retry-After` with a moment
 * in place of seconds must not keep a merchant's payments waiting for decades.
 */
export function boundedWaitSeconds(asked: number): number {
  // Neither a negative number nor NaN is greater than 0.
  return asked > 0 ? Math.min(asked, LONGEST_WAIT_SECONDS) : 0
}

/** Whether a caught value is an error of a gateway call (an abort by the caller is not). */
export function isGatewayError(error: unknown): error is GatewayError {
  return error instanceof GatewayError
}

/**
 * The body of a response.
 * @throws GatewayError, whose kind the status alone decides (contract §7),
 * or for a body that cannot be read
 */
export function readAnswer<T>(
  answer: WireAnswer,
  schema: z.ZodType<T>,
  action: string,
  redact: Redact
): T {
  const { status, headers, body } = answer
  const retryAfterSeconds = parseRetryAfter(headers["retry-after"])
  const isRedirect = status >= 300 && status < 400
  // The gateway sends JSON: a page is from something in front of it.
  if (body !== undefined && /^\s*</.test(body) && !isRedirect) {
    throw new GatewayError(
      status === 429 ? "rate_limited" : "server",
      `Could not ${action}: the response was ${status} with ${describePage(body, headers, redact)}`,
      { status, retryAfterSeconds }
    )
  }
  const responded = `Could not ${action}: the gateway responded with ${status}`
  if (status < 200 || status > 299) {
    const { code, message } = readErrorBody(body, redact)
    const parts = [responded, code, message && `(${shortText(message)})`]
    const hint =
      status >= 400
        ? ""
        : ", which is neither a success nor an error; redirects are not followed"
    const text = parts.filter(Boolean).join(" ") + hint
    const details = { status, code, retryAfterSeconds }
    throw new GatewayError(kindOf(status), text, details)
  }
  const unexpected = (how: string) =>
    new GatewayError("unexpected_answer", `${responded} ${how}`, { status })
  if (body === undefined) throw unexpected("and a body larger than 1 MiB")
  if (body === "") throw unexpected("and an empty body")
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    // The message of JSON.parse quotes the body.
    throw unexpected("and a body that is not JSON")
  }
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  throw unexpected(`and an unexpected body (${describeIssues(parsed.error)})`)
}

/** By which those who run what is in front of a gateway find the request again. */
const REQUEST_HEADERS = [
  "server",
  "cf-ray",
  "x-amz-cf-id",
  "x-azure-ref",
  "x-iinfo",
  "x-sucuri-id",
  "x-request-id",
]

function describePage(
  page: string,
  headers: WireAnswer["headers"],
  redact: Redact
): string {
  const [, title] = /<title[^>]*>([^<]*)</i.exec(page) ?? []
  const known = REQUEST_HEADERS.filter((name) => headers[name])
  return [
    "a page that is not the gateway's",
    ...(title ? [`"${shortText(redact(title))}"`] : []),
    ...known.map(
      (name) => `${name}: ${shortText(redact(String(headers[name])))}`
    ),
  ].join(", ")
}

function kindOf(status: number): GatewayErrorKind {
  if (status >= 500) return "server"
  switch (status) {
    case 401:
    case 403:
      return "authentication"
    case 404:
      return "not_found"
    // A proxy timed out: the request itself is valid.
    case 408:
      return "outcome_unknown"
    case 429:
      return "rate_limited"
  }
  return status >= 400 ? "validation" : "unexpected_answer"
}

/**
 * Seconds from now, of a `Retry-After` in seconds or as an HTTP date;
 * undefined when it is unreadable.
 */
function parseRetryAfter(value: unknown): number | undefined {
  if (typeof value !== "string") return undefined
  const text = value.trim()
  if (/^\d+$/.test(text)) return Number(text)
  // A date starts with a weekday; Date.parse alone accepts "-5".
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return undefined
  const atMs = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`)
  return Number.isNaN(atMs)
    ? undefined
    : Math.max(0, Math.ceil((atMs - Date.now()) / 1000))
}

const code = z.string().regex(/^[\x20-\x7e]{1,100}$/)
const ErrorBody = z.object({
  code: code.optional().catch(undefined),
  message: z.string().min(1).optional().catch(undefined),
})

function readErrorBody(body: string | undefined, redact: Redact) {
  try {
    const { code, message } = ErrorBody.parse(JSON.parse(body ?? ""))
    // Before the text is shortened, which could leave half a secret.
    return { code: code && redact(code), message: message && redact(message) }
  } catch {
    return {}
  }
}

/**
 * Removes secrets from a text: each as it is, JSON-encoded and URL-encoded,
 * and each base64 line of a PEM.
 */
export type Redact = (text: string) => string
