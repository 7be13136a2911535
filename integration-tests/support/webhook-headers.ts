import { createHmac } from "node:crypto"

/**
 * What a webhook is sent with, signed as contract §6 says; worked out without
 * the plugin's and the sandbox's code.
 */
export function webhookHeaders(
  rawBody: string | Buffer,
  secret: string,
  /** Seconds since 1970. */
  timestamp = String(Math.floor(Date.now() / 1_000))
) {
  return {
    "content-type": "application/json",
    "x-webhook-timestamp": timestamp,
    "x-webhook-signature": createHmac("sha256", secret)
      .update(`${timestamp}.`)
      .update(rawBody)
      .digest("hex"),
  }
}
