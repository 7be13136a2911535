/**
 * Why a webhook delivery was not dealt with. A closed set: nothing that a
 * sender chose is ever written down.
 */
export const failureReasons = [
  /** A header of merchant-api.md §6 is missing or is not what it should be. */
  "bad_headers",
  /** The signature does not fit the bytes: another secret, or bytes changed on the way. */
  "signature_mismatch",
  /** Authentic, but older than `webhookToleranceSeconds`: a clock is off. */
  "stale_timestamp",
  /** Larger than any webhook is. */
  "too_large",
  /** Authentic, but no payment event. */
  "unreadable",
  /** Another run on the same payment did not end in time. */
  "busy",
  /** Something failed on our side; the server's log says what. */
  "internal_error",
] as const

export type FailureReason = (typeof failureReasons)[number]
