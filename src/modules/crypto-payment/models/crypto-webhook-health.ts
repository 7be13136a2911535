import { model } from "@medusajs/framework/utils"
import { FAILURE_REASONS } from "../notices/webhook-log"

/**
 * When webhooks last reached us, one row a payment provider. To the ten
 * seconds: not every delivery is written down (notices/webhook-log.ts).
 */
const CryptoWebhookHealth = model.define("crypto_webhook_health", {
  provider_id: model.text().primaryKey(),
  last_delivery_at: model.dateTime().nullable(),
  last_failure_at: model.dateTime().nullable(),
  last_failure_reason: model.enum([...FAILURE_REASONS]).nullable(),
})

export default CryptoWebhookHealth
