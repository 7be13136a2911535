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
export interface GatewayErrorDetails {
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
