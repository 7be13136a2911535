import { model } from "@medusajs/framework/utils"

/** Why a webhook delivery failed: a closed set, no text of the sender is stored. */
const FAILURE_REASONS = [
  /** A header of contract §6 is missing or is not what it should be. */
  "bad_headers",
  /** The signature does not fit the bytes: another secret, or bytes changed on the way. */
  "signature_mismatch",
  /** Authentic, but older than five minutes: a clock is off. */
  "stale_timestamp",
  "too_large",
  "unreadable",
  /** Another run on the same payment did not end in time. */
  "busy",
  /** Something failed on our side; the server's log says what. */
  "internal_error",
] as const

/**
 * When webhooks last reached the plugin, one row a payment provider; a process writes at most one
 * of each kind in ten seconds.
 */
const CryptoWebhookHealth = model.define("crypto_webhook_health", {
  provider_id: model.text().primaryKey(),
  last_delivery_at: model.dateTime().nullable(),
  last_failure_at: model.dateTime().nullable(),
  last_failure_reason: model.enum([...FAILURE_REASONS]).nullable(),
})

export default CryptoWebhookHealth
