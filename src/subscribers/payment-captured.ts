import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { findRecord, type Query } from "../medusa-query"
import {
  findLinks,
  settlePaymentSessions,
} from "../workflows/settle-crypto-payment"

/**
 * Settles only when the order exists. Medusa emits `payment.captured` even when
 * the completion behind it failed, and each new completion captures again:
 * settling on the event alone would never end. `order.placed` covers later orders.
 */
export default async function onPaymentCaptured({
  event,
  container,
}: SubscriberArgs<{ id: string }>) {
  const query = container.resolve("query")
  const fields = ["id", "payment_session.id", "payment_collection_id"]
  const payment = await findRecord(query, "payment", event.data.id, fields)
  const sessionId = payment?.payment_session?.id
  if (!sessionId) return
  if (await hasOrder(query, payment.payment_collection_id)) {
    await settlePaymentSessions(container, [sessionId])
  }
}

/**
 * For a cart only the order that is linked to the cart counts: a completion that
 * was killed during its rollback can leave its order linked to the collection.
 */
async function hasOrder(query: Query, payment_collection_id: string) {
  const collection = { payment_collection_id }
  const carts = "cart_payment_collection"
  const cart_id = await findLinks(query, carts, "cart_id", collection)
  const [entity, filters] =
    cart_id.length > 0
      ? (["order_cart", { cart_id }] as const)
      : (["order_payment_collection", collection] as const)
  const orderIds = await findLinks(query, entity, "order_id", filters)
  return orderIds.length > 0
}

export const config: SubscriberConfig = {
  event: "payment.captured",
  context: { subscriberId: "crypto-payment-payment-captured" },
}
