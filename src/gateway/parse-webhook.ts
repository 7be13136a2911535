import { isUtf8 } from "node:buffer"
import { describeIssues } from "./describe-issues"
import { WebhookEvent } from "./wire"

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
