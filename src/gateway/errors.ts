import { z } from "zod"
import type { Redact } from "./client-options"
import { oneLine } from "./plain-text"
import type { WireAnswer } from "./transport"

/** The closed set of ways in which a gateway call can fail (contract §7). */
export type GatewayErrorKind =
  | "authentication"
  | "not_found"
  | "validation"
  | "rate_limited"
  | "server"
  | "outcome_unknown"
  | "unexpected_answer"

/** The error codes that contract §7 lists. */
export type KnownGatewayCode =
  | "MERCHANT_NOT_FOUND"
  | "INVALID_CREDENTIALS"
  | "PAYMENT_ALREADY_EXISTS"
  | "WALLET_NOT_FOUND"
  | "VALIDATION_ERROR"
  | "PAYMENT_NOT_FOUND"
  | "CURRENCY_NOT_FOUND"

/** A code of the gateway: editors complete the listed ones, others are kept unchanged. */
export type GatewayCode = KnownGatewayCode | (string & {})

/** What an error carries besides its message. */
export type GatewayErrorDetails = {
  /** HTTP status; absent without a response. */
  status?: number
  code?: GatewayCode
  /** From the `Retry-After` header, in seconds. */
  retryAfterSeconds?: number
  cause?: unknown
}

/**
 * Any failure of a gateway call. `kind` is the cause, `retryable` whether the
 * same call can succeed later. Never carries a credential or a whole response body.
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

/** 400, any other 4xx, or an invalid argument that was not sent (then without `status`). */
export class GatewayValidationError extends GatewayError {
  readonly kind = "validation"
  readonly retryable = false
}

/** 429: too many requests; `retryAfterSeconds` when the gateway sent `Retry-After`. */
export class GatewayRateLimitError extends GatewayError {
  readonly kind = "rate_limited"
  readonly retryable = true
}

/** 5xx: the gateway, or a proxy in front of it, failed. 501 is permanent, hence not retryable. */
export class GatewayServerError extends GatewayError {
  readonly kind = "server"
  readonly retryable: boolean

  constructor(message: string, details: GatewayErrorDetails = {}) {
    super(message, details)
    this.retryable = details.status !== 501
  }
}

/**
 * No complete response: the connection failed or was cut, or the call timed out.
 * The call may have taken effect. A retry is safe, because creation is
 * idempotent on `external_id` (contract §4).
 */
export class GatewayOutcomeUnknownError extends GatewayError {
  readonly kind = "outcome_unknown"
  readonly retryable = true
}

/** A response that the contract does not allow: not JSON, of another shape, too large, a redirect. */
export class GatewayUnexpectedAnswerError extends GatewayError {
  readonly kind = "unexpected_answer"
  readonly retryable = false
}

/** Whether a caught value is an error of a gateway call (an abort by the caller is not). */
export function isGatewayError(error: unknown): error is GatewayError {
  return error instanceof GatewayError
}

/**
 * The error of a non-2xx response (contract §7). The status alone
 * decides the kind: the shape of error bodies is not documented, so one that is
 * missing, HTML or of another shape only leaves the code out.
 *
 * @param action purpose of the call, such as "read the payment abc"
 * @param redact removes secrets that the gateway echoes in message and code
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
  const parts = [status, code, message && `(${oneLine(message)})`]
  const sentence = `Could not ${action}: the gateway responded with ${parts
    .filter(Boolean)
    .join(" ")}`
  return errorOfStatus(sentence, details, status)
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
  // A date starts with a weekday; Date.parse alone accepts "-5".
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) {
    return undefined
  }
  const atMs = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`)
  return Number.isNaN(atMs)
    ? undefined
    : Math.max(0, Math.ceil((atMs - now.getTime()) / 1000))
}

function errorOfStatus(
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
    // A proxy timed out: the request itself is valid.
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
    // Before the text is shortened, which could leave half a secret.
    return {
      code: code && redact(code),
      message: message && redact(message),
    }
  } catch {
    return {}
  }
}
