import { createHmac } from "node:crypto"

/**
 * The headers of a signed delivery (contract §6). Not the client's own signing: the sandbox must not
 * be wrong together with what it stands in for.
 */
export function signWebhook(delivery: {
  rawBody: Uint8Array
  secret: string
  timestampSeconds: number
}): Record<string, string> {
  const { rawBody, secret, timestampSeconds } = delivery
  const signature = createHmac("sha256", secret)
    .update(`${timestampSeconds}.`)
    .update(rawBody)
    .digest("hex")
  return {
    "x-webhook-timestamp": String(timestampSeconds),
    "x-webhook-signature": signature,
    "content-type": "application/json",
  }
}
