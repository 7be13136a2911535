/**
 * What went wrong: `refused` (Medusa said no, its sentence says why),
 * `not_found` (no such cart, session or provider), `unavailable` (no answer, or
 * one that says "later").
 */
export type CryptoPaymentErrorKind = "refused" | "not_found" | "unavailable"

/** A failure of a call of the kit. `retryable`: the same call may succeed later. */
export class CryptoPaymentError extends Error {
  override readonly name = "CryptoPaymentError"
  readonly retryable: boolean

  constructor(
    readonly kind: CryptoPaymentErrorKind,
    message: string,
    /** HTTP status; absent when no answer came. */
    readonly status?: number
  ) {
    super(message)
    this.retryable = kind === "unavailable"
  }
}

/** Sorts what js-sdk throws: an error with the answer's `status`, or a failed connection. */
export function toCryptoPaymentError(error: unknown): CryptoPaymentError {
  if (error instanceof CryptoPaymentError) return error
  const message = error instanceof Error ? error.message : String(error)
  const status = statusOf(error)
  if (status === 404) return new CryptoPaymentError("not_found", message, 404)
  const refused =
    status !== undefined && status >= 400 && status < 500 && !later.has(status)
  const kind = refused ? "refused" : "unavailable"
  return new CryptoPaymentError(kind, message, status)
}

/** Time-out, conflict with a lock of the cart, rate limit. */
const later = new Set([408, 409, 429])

function statusOf(error: unknown): number | undefined {
  if (typeof error !== "object" || error === null) return undefined
  if (!("status" in error)) return undefined
  return typeof error.status === "number" ? error.status : undefined
}
