import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { CRYPTO_PAYMENT_MODULE } from "../modules/crypto-payment/module-key"
import { findOrderCollectionIds } from "../workflows/medusa/records"
import { followPlacedOrder } from "../workflows/reconcile-crypto-payments"
import { settleIdle } from "../workflows/settle"

export default async function onOrderPlaced({
  event,
  container,
}: SubscriberArgs<{ id: string }>) {
  const query = container.resolve("query")
  const { sessions } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const collectionIds = await findOrderCollectionIds(query, event.data.id)
  const { data } = await query.graph({
    entity: "payment_session",
    fields: ["id"],
    filters: { payment_collection_id: collectionIds },
  })
  const idle = await sessions.findIdle(data.map(({ id }) => id))
  try {
    await settleIdle(container, idle)
  } finally {
    await followPlacedOrder(container, event.data.id)
  }
}

export const config: SubscriberConfig = {
  event: "order.placed",
  context: { subscriberId: "crypto-payment-order-placed" },
}
