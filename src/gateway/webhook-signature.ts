import { createHmac } from "node:crypto"

/** What the gateway sends along with a webhook body. */
export interface WebhookHeaders {
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
