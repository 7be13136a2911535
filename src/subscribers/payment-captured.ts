import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { findRecord, type Query } from "../medusa-query"
import { CRYPTO_PAYMENT_MODULE } from "../modules/crypto-payment/module-key"
import { needsSettling } from "../modules/crypto-payment/settling/schedule"
import { findLinks } from "../workflows/medusa/records"
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
  if (await hasOrder(query, payment_collection_id)) {
    await settleIdle(container, idle)
  }
}

/**
 * For a cart only the order that is linked to the cart counts: a completion that
 * was killed during its rollback can leave its order linked to the collection.
 */
async function hasOrder(
  query: Query,
  payment_collection_id: string
): Promise<boolean> {
  const cartIds = await findLinks(query, "cart_payment_collection", "cart_id", {
    payment_collection_id,
  })
  const [entity, filters] =
    cartIds.length > 0
      ? (["order_cart", { cart_id: cartIds }] as const)
      : (["order_payment_collection", { payment_collection_id }] as const)
  const orderIds = await findLinks(query, entity, "order_id", filters)
  return orderIds.length > 0
}

export const config: SubscriberConfig = {
  event: "payment.captured",
  context: { subscriberId: "crypto-payment-payment-captured" },
}
