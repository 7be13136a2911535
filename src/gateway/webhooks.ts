import { isUtf8 } from "node:buffer"
import { createHmac, timingSafeEqual } from "node:crypto"
import { describeIssues, WebhookEvent } from "./schemas"

/** A header as node:http or fetch's Headers hand it over; a repeated one is an array, and never valid here. */
export type HeaderValue = string | string[] | undefined | null

/** What is needed to judge a delivery; `rawBody` are the exact bytes received. */
export type VerifyWebhookInput = {
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

/**
 * The event, or why the body is not one; `message` is fit for a log and quotes
 * nothing of the body. `malformed` names the fields that were sent with a value
 * that the event could not take; a field that is null or absent is not among them.
 */
export type ParsedWebhook =
  | { ok: true; event: WebhookEvent; malformed: WebhookField[] }
  | { ok: false; reason: WebhookFault; message: string }

/** A field of a webhook that a delivery is accepted without. */
export type WebhookField = Exclude<keyof WebhookEvent, "id" | "status">

/** At which step a webhook body turned out not to be an event. */
export type WebhookFault =
  "not_utf8" | "not_json" | "not_object" | "invalid_event"

/** Reads a webhook body (merchant-api.md section 6). Verify it first: this says nothing about who sent it. */
export function parseWebhook(rawBody: Uint8Array | string): ParsedWebhook {
  if (typeof rawBody !== "string" && !isUtf8(rawBody)) {
    return fault("not_utf8", "The webhook's body is not UTF-8")
  }
  const json = parseJson(
    typeof rawBody === "string" ? rawBody : textOf(rawBody)
  )
  if (json === undefined) {
    return fault("not_json", "The webhook's body is not JSON")
  }
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    return fault("not_object", "The webhook's body is not a JSON object")
  }
  const parsed = WebhookEvent.safeParse(json)
  if (!parsed.success) {
    return fault(
      "invalid_event",
      `The webhook is not a payment event: ${describeIssues(parsed.error)}`
    )
  }
  const event = parsed.data
  return { ok: true, event, malformed: malformedFields(json, event) }
}

/** What the gateway sends along with a webhook body. */
export type WebhookHeaders = {
  "x-webhook-timestamp": string
  "x-webhook-signature": string
  "content-type": "application/json"
}

/**
 * The headers of a webhook delivery as the gateway makes them (merchant-api.md
 * section 6): hex HMAC-SHA256 of `<timestamp>.<raw body>` keyed with the secret.
 */
export function signWebhook({
  rawBody,
  secret,
  timestampSeconds,
}: {
  rawBody: Uint8Array | string
  secret: string
  timestampSeconds: number
}): WebhookHeaders {
  const timestamp = String(timestampSeconds)
  return {
    "x-webhook-timestamp": timestamp,
    "x-webhook-signature": webhookDigest(timestamp, rawBody, secret).toString(
      "hex"
    ),
    "content-type": "application/json",
  }
}

/** The 32 bytes that `x-webhook-signature` spells in hex; `timestamp` is the header's text, unparsed. */
export function webhookDigest(
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

const optionalFields = [
  "external_id",
  "original_amount",
  "original_currency",
  "amount",
  "currency",
  "merchant_id",
  "is_test",
] as const satisfies readonly WebhookField[]

function malformedFields(json: object, event: WebhookEvent): WebhookField[] {
  const sent = new Map(Object.entries(json))
  return optionalFields.filter(
    (field) => event[field] === undefined && (sent.get(field) ?? null) !== null
  )
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(
    "utf8"
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function fault(reason: WebhookFault, message: string): ParsedWebhook {
  return { ok: false, reason, message }
}
