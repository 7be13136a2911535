import { timingSafeEqual } from "node:crypto"
import { webhookDigest } from "./webhook-signature"

/** A header as node:http or fetch's Headers hand it over; a repeated one is an array, and never valid here. */
export type HeaderValue = string | string[] | undefined | null

/** What is needed to judge a delivery; `rawBody` are the exact bytes received. */
export interface VerifyWebhookInput {
  rawBody: Uint8Array | string
  /** The header `x-webhook-timestamp`, Unix seconds. */
  timestamp: HeaderValue
  /** The header `x-webhook-signature`, hex in either case. */
  signature: HeaderValue
  /** The secret that may have signed, or several while one is being rotated. */
  secrets: string | readonly string[]
  /** How far the timestamp may lie from now, either way. @default 300 */
  toleranceSeconds?: number
  now: Date
}

/**
 * Whether the delivery is genuine and fresh. `stale_timestamp` is only ever
 * said of an authentic delivery (its age is negative when it comes from the
 * future): it may be used as a hint to ask the gateway, the others may not.
 */
export type WebhookVerification =
  | { verified: true; ageSeconds: number }
  | { verified: false; reason: "stale_timestamp"; ageSeconds: number }
  | { verified: false; reason: WebhookRejection }

/** Why a delivery is not known to come from the gateway. */
export type WebhookRejection =
  | "missing_timestamp"
  | "missing_signature"
  | "malformed_timestamp"
  | "malformed_signature"
  | "signature_mismatch"

/**
 * Verifies a webhook's HMAC over the bytes received (merchant-api.md section 6),
 * then its age. Every secret is tried whatever the others gave, so that time
 * tells nothing about them; an empty secret, which anyone could sign with, never matches.
 */
export function verifyWebhook({
  rawBody,
  timestamp,
  signature,
  secrets,
  toleranceSeconds = 300,
  now,
}: VerifyWebhookInput): WebhookVerification {
  if (isMissing(timestamp)) {
    return { verified: false, reason: "missing_timestamp" }
  }
  if (isMissing(signature)) {
    return { verified: false, reason: "missing_signature" }
  }
  if (typeof timestamp !== "string" || !UNIX_SECONDS.test(timestamp)) {
    return { verified: false, reason: "malformed_timestamp" }
  }
  if (typeof signature !== "string" || !HEX_SHA256.test(signature)) {
    return { verified: false, reason: "malformed_signature" }
  }
  if (!matchesAny(Buffer.from(signature, "hex"), timestamp, rawBody, secrets)) {
    return { verified: false, reason: "signature_mismatch" }
  }
  const ageSeconds = Math.floor(now.getTime() / 1000) - Number(timestamp)
  // Said this way round, a tolerance or clock that is not a number accepts nothing.
  if (!(Math.abs(ageSeconds) <= toleranceSeconds)) {
    return { verified: false, reason: "stale_timestamp", ageSeconds }
  }
  return { verified: true, ageSeconds }
}

const UNIX_SECONDS = /^\d{1,15}$/
const HEX_SHA256 = /^[0-9a-f]{64}$/i

function isMissing(value: HeaderValue): value is undefined | null | "" {
  return value === undefined || value === null || value.length === 0
}

function matchesAny(
  given: Buffer,
  timestamp: string,
  rawBody: Uint8Array | string,
  secrets: string | readonly string[]
): boolean {
  let matched = false
  // Not a bare string: its letters would each be a secret that anyone can guess.
  for (const secret of typeof secrets === "string" ? [secrets] : secrets) {
    if (secret !== "") {
      const expected = webhookDigest(timestamp, rawBody, secret)
      matched = timingSafeEqual(expected, given) || matched
    }
  }
  return matched
}
