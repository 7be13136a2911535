import { isUtf8 } from "node:buffer"
import { createHmac, timingSafeEqual } from "node:crypto"
import { describeIssues, WebhookEvent, WebhookField } from "./schemas"

/**
 * A header as node:http or fetch's Headers return it; a repeated one is an array, and invalid here.
 */
type HeaderValue = string | string[] | undefined | null

/** Input of `verifyWebhook`; `rawBody` are the exact bytes received. */
export type VerifyWebhookInput = {
  rawBody: Uint8Array | string
  /** The header `x-webhook-timestamp`, Unix seconds. */
  timestamp: HeaderValue
  /** The header `x-webhook-signature`, hex in either case. */
  signature: HeaderValue
  /** The webhook secret, or several during a rotation. */
  secrets: string | readonly string[]
  /** Largest difference between timestamp and `now`, in either direction. @default 300 */
  toleranceSeconds?: number
  now: Date
}

/**
 * Whether the delivery is authentic and fresh. Only an authentic one is `stale_timestamp` (its age
 * is negative in the future): read the payment.
 */
export type WebhookVerification =
  | { verified: true; ageSeconds: number }
  | { verified: false; reason: "stale_timestamp"; ageSeconds: number }
  | { verified: false; reason: WebhookRejection }

type WebhookRejection =
  | "missing_timestamp"
  | "missing_signature"
  | "malformed_timestamp"
  | "malformed_signature"
  | "signature_mismatch"

/**
 * Verifies the HMAC over the bytes received (contract §6), then the age. An empty secret, which
 * anyone could sign with, never matches.
 */
export function verifyWebhook(input: VerifyWebhookInput): WebhookVerification {
  const { timestamp, signature, toleranceSeconds = 300, now } = input
  const headers = readWebhookHeaders(timestamp, signature)
  if (headers.reason) return { verified: false, reason: headers.reason }
  if (!isSigned(input, headers)) {
    return { verified: false, reason: "signature_mismatch" }
  }
  const ageSeconds =
    Math.floor(now.getTime() / 1000) - Number(headers.timestamp)
  // Written this way, a tolerance or clock that is NaN accepts nothing.
  if (!(Math.abs(ageSeconds) <= toleranceSeconds)) {
    return { verified: false, reason: "stale_timestamp", ageSeconds }
  }
  return { verified: true, ageSeconds }
}

/** The signature's headers, or why they are none: known before the body is read. */
export function readWebhookHeaders(
  timestamp: HeaderValue,
  signature: HeaderValue
):
  | { timestamp: string; digest: Buffer; reason?: never }
  | { reason: WebhookRejection } {
  if (!timestamp?.length) return { reason: "missing_timestamp" }
  if (!signature?.length) return { reason: "missing_signature" }
  if (typeof timestamp !== "string" || !UNIX_SECONDS.test(timestamp)) {
    return { reason: "malformed_timestamp" }
  }
  if (typeof signature !== "string" || !HEX_SHA256.test(signature)) {
    return { reason: "malformed_signature" }
  }
  return { timestamp, digest: Buffer.from(signature, "hex") }
}

/**
 * The event, or the first check that the body failed, unquoted. `malformed` names the fields that
 * were sent with an invalid value, null not included.
 */
export type ParsedWebhook =
  | { ok: true; event: WebhookEvent; malformed: WebhookField[] }
  | {
      ok: false
      reason: "not_utf8" | "not_json" | "not_object" | "invalid_event"
      message: string
    }

/** Reads a webhook body (contract §6). Verify it first: this does not check who sent it. */
export function parseWebhook(rawBody: Uint8Array | string): ParsedWebhook {
  const bytes = Buffer.from(rawBody)
  const body = "Webhook body is not"
  if (!isUtf8(bytes)) {
    return { ok: false, reason: "not_utf8", message: `${body} UTF-8` }
  }
  let json: unknown
  try {
    json = JSON.parse(bytes.toString())
  } catch {
    return { ok: false, reason: "not_json", message: `${body} JSON` }
  }
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    return { ok: false, reason: "not_object", message: `${body} a JSON object` }
  }
  const parsed = WebhookEvent.safeParse(json)
  if (!parsed.success) {
    const message = `${body} a payment event: ${describeIssues(parsed.error)}`
    return { ok: false, reason: "invalid_event", message }
  }
  const event = parsed.data
  const sent = new Map(Object.entries(json))
  const malformed = WebhookField.options.filter(
    (field) => event[field] === undefined && (sent.get(field) ?? null) !== null
  )
  return { ok: true, event, malformed }
}

/**
 * The headers of a webhook delivery, as the gateway signs it (contract §6): hex HMAC-SHA256 of
 * `<timestamp>.<raw body>` keyed with the secret.
 */
export function signWebhook(delivery: {
  rawBody: Uint8Array | string
  secret: string
  timestampSeconds: number
}) {
  const timestamp = String(delivery.timestampSeconds)
  const digest = webhookDigest(timestamp, delivery.rawBody, delivery.secret)
  return {
    "x-webhook-timestamp": timestamp,
    "x-webhook-signature": digest.toString("hex"),
    "content-type": "application/json",
  }
}

function webhookDigest(
  timestamp: string,
  rawBody: Uint8Array | string,
  secret: string
): Buffer {
  return createHmac("sha256", secret)
    .update(`${timestamp}.`)
    .update(rawBody)
    .digest()
}

const UNIX_SECONDS = /^\d{1,15}$/
const HEX_SHA256 = /^[0-9a-f]{64}$/i

function isSigned(
  { rawBody, secrets }: VerifyWebhookInput,
  { timestamp, digest }: { timestamp: string; digest: Buffer }
): boolean {
  // Every secret is compared, so that timing reveals nothing about them.
  const matches = [secrets]
    .flat()
    .filter((secret) => secret !== "")
    .map((secret) => webhookDigest(timestamp, rawBody, secret))
    .map((expected) => timingSafeEqual(expected, digest))
  return matches.includes(true)
}
