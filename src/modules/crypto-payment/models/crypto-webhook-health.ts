import { model } from "@medusajs/framework/utils"
import { FAILURE_REASONS } from "../webhook-log"

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
