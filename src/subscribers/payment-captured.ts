import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { findRecord } from "../medusa-query"
import { CRYPTO_PAYMENT_MODULE } from "../modules/crypto-payment/module-key"
import { needsSettling } from "../modules/crypto-payment/settling/schedule"
import { findLinks, findOrderId } from "../workflows/medusa/records"
import { settleIdle } from "../workflows/settle"

/**
 * Settles only when the order exists. Medusa emits `payment.captured` even when the completion
 * behind it failed, and each new completion captures again: settling on the event alone would never
 * end. `order.placed` covers later orders.
 */
export default async function onPaymentCaptured({
  event,
  container,
}: SubscriberArgs<{ id: string }>) {
  const query = container.resolve("query")
  const { merchants, sessions } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const fields = ["id", "provider_id", "payment_collection_id"]
  const payment = await findRecord(query, "payment", event.data.id, [
    ...fields,
    "payment_session.id",
  ])
  const sessionId = payment?.payment_session?.id
  if (!sessionId) return
  const { payment_collection_id, provider_id } = payment
  if (!merchants.provider(provider_id)) return
  // As a rule the run that captured it is still settling it, or has just settled it.
  const idle = await sessions.findIdle([sessionId])
  if (!idle.some((attempt) => needsSettling(attempt, "reconsider"))) return
  // For a cart only the order that is linked to the cart counts: a completion that was killed
  // during its rollback can leave its order linked to the collection.
  const filters = { payment_collection_id }
  const link = "cart_payment_collection"
  const [cart_id = null] = await findLinks(query, link, "cart_id", filters)
  if (await findOrderId(query, { cart_id, payment_collection_id })) {
    await settleIdle(container, idle)
  }
}

export const config: SubscriberConfig = {
  event: "payment.captured",
  context: { subscriberId: "crypto-payment-payment-captured" },
}
