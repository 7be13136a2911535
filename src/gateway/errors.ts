import { z } from "zod"
import type { Redact } from "./client-options"
import { oneLine } from "./plain-text"
import type { WireAnswer } from "./transport"

/** The closed set of ways in which a gateway call can fail (merchant-api.md section 7). */
export type GatewayErrorKind =
  | "authentication"
  | "not_found"
  | "validation"
  | "rate_limited"
  | "server"
  | "outcome_unknown"
  | "unexpected_answer"

/** The error codes that merchant-api.md section 7 lists. */
export type KnownGatewayCode =
  | "MERCHANT_NOT_FOUND"
  | "INVALID_CREDENTIALS"
  | "PAYMENT_ALREADY_EXISTS"
  | "WALLET_NOT_FOUND"
  | "VALIDATION_ERROR"
  | "PAYMENT_NOT_FOUND"
  | "CURRENCY_NOT_FOUND"

/** A code as the gateway gave it: the listed ones complete in an editor, others pass as they came. */
export type GatewayCode = KnownGatewayCode | (string & {})

/** What is known about a failure besides its sentence. */
export type GatewayErrorDetails = {
  /** HTTP status; absent when no answer came. */
  status?: number
  code?: GatewayCode
  /** How long the gateway asks us to wait, in seconds. */
  retryAfterSeconds?: number
  cause?: unknown
}

/**
 * Any failure of a gateway call. `kind` says whose fault it is, `retryable`
 * whether the same call may succeed later, `message` what to do about it.
 * Never carries a credential or a whole response body.
 */
export abstract class GatewayError extends Error {
  abstract readonly kind: GatewayErrorKind
  abstract readonly retryable: boolean
  readonly status?: number
  readonly code?: GatewayCode
  readonly retryAfterSeconds?: number

  constructor(message: string, details: GatewayErrorDetails = {}) {
    super(
      message,
      details.cause === undefined ? undefined : { cause: details.cause }
    )
    this.name = new.target.name
    const { status, code, retryAfterSeconds } = details
    Object.assign(
      this,
      status !== undefined && { status },
      code !== undefined && { code },
      retryAfterSeconds !== undefined && { retryAfterSeconds }
    )
  }
}

/** 401: merchant id, key or signature is wrong, the key was rotated, or the merchant is suspended. */
export class GatewayAuthenticationError extends GatewayError {
  readonly kind = "authentication"
  readonly retryable = false
}

/** 404: no such payment, or no such currency. */
export class GatewayNotFoundError extends GatewayError {
  readonly kind = "not_found"
  readonly retryable = false
}

/** 400, any other 4xx, or an argument that we refuse to send (then without `status`). */
export class GatewayValidationError extends GatewayError {
  readonly kind = "validation"
  readonly retryable = false
}

/** 429: too many requests; `retryAfterSeconds` when the gateway said how long. */
export class GatewayRateLimitError extends GatewayError {
  readonly kind = "rate_limited"
  readonly retryable = true
}

/** 5xx: the gateway, or a proxy before it, failed. 501 stays so, hence is not retried. */
export class GatewayServerError extends GatewayError {
  readonly kind = "server"
  readonly retryable: boolean

  constructor(message: string, details: GatewayErrorDetails = {}) {
    super(message, details)
    this.retryable = details.status !== 501
  }
}

/**
 * No complete answer came: connection failed or cut, or time ran out. The call
 * may have had its effect. Repeating it is safe, since creation is idempotent
 * on `external_id` (merchant-api.md section 4).
 */
export class GatewayOutcomeUnknownError extends GatewayError {
  readonly kind = "outcome_unknown"
  readonly retryable = true
}

/** An answer that merchant-api.md does not allow: not JSON, of another shape, too large, a redirect. */
export class GatewayUnexpectedAnswerError extends GatewayError {
  readonly kind = "unexpected_answer"
  readonly retryable = false
}

/** Whether a caught value is a failure of a gateway call (an abort by the caller is not). */
export function isGatewayError(error: unknown): error is GatewayError {
  return error instanceof GatewayError
}

/**
 * The failure that a non-2xx answer stands for (merchant-api.md section 7).
 * The status alone chooses the kind: the shape of error bodies is not
 * promised, so one that is missing, HTML or of another shape only leaves the code out.
 *
 * @param action what the call was for, as "read the payment abc"
 * @param redact takes secrets out of message and code, should the gateway echo them
 */
export function errorFromAnswer(
  answer: WireAnswer,
  action: string,
  now: Date,
  redact: Redact
): GatewayError {
  const { status } = answer
  const { code, message } = readErrorBody(answer.body, redact)
  const details: GatewayErrorDetails = {
    status,
    ...(code !== undefined && { code }),
    retryAfterSeconds: parseRetryAfter(answer.headers["retry-after"], now),
  }
  const said = [status, code, message && `(${oneLine(message)})`]
  const sentence = `Could not ${action}: the gateway answered ${said
    .filter(Boolean)
    .join(" ")}`
  return create(sentence, details, status)
}

/**
 * Reads a `Retry-After` header, in seconds or as an HTTP date, into seconds
 * from `now`, never negative; undefined when absent or unreadable.
 */
export function parseRetryAfter(
  value: string | string[] | undefined,
  now: Date
): number | undefined {
  if (typeof value !== "string") {
    return undefined
  }
  const text = value.trim()
  if (/^\d+$/.test(text)) {
    return Number(text)
  }
  // A date starts with the day's name; Date.parse alone takes "-5" for one.
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) {
    return undefined
  }
  const atMs = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`)
  return Number.isNaN(atMs)
    ? undefined
    : Math.max(0, Math.ceil((atMs - now.getTime()) / 1000))
}

function create(
  message: string,
  details: GatewayErrorDetails,
  status: number
): GatewayError {
  if (status >= 500) {
    return new GatewayServerError(message, details)
  }
  switch (status) {
    case 401:
      return new GatewayAuthenticationError(message, details)
    case 404:
      return new GatewayNotFoundError(message, details)
    // Something on the way gave up waiting: nothing is wrong with the request.
    case 408:
      return new GatewayOutcomeUnknownError(message, details)
    case 429:
      return new GatewayRateLimitError(message, details)
  }
  return status >= 400
    ? new GatewayValidationError(message, details)
    : new GatewayUnexpectedAnswerError(
        `${message}, which is neither a success nor an error; redirects are not followed`,
        details
      )
}

const ErrorBody = z.object({
  code: z
    .string()
    .regex(/^[\x20-\x7e]{1,100}$/)
    .optional()
    .catch(undefined),
  message: z.string().min(1).optional().catch(undefined),
})

function readErrorBody(
  body: string | undefined,
  redact: Redact
): z.infer<typeof ErrorBody> {
  if (body === undefined || !body.trimStart().startsWith("{")) {
    return {}
  }
  try {
    const { code, message } = ErrorBody.parse(JSON.parse(body))
    // Done first of all: what is cut to length later must not leave half a secret.
    return {
      code: code && redact(code),
      message: message && redact(message),
    }
  } catch {
    return {}
  }
}
