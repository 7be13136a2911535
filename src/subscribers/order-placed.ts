import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { findOrderCollectionIds } from "../workflows/medusa/records"
import { followPlacedOrder } from "../workflows/reconcile-crypto-payments"
import { settlePaymentSessions } from "../workflows/settle-crypto-payment"

export default async function onOrderPlaced({
  event,
  container,
}: SubscriberArgs<{ id: string }>) {
  const query = container.resolve("query")
  const collectionIds = await findOrderCollectionIds(query, event.data.id)
  const { data: sessions } = await query.graph({
    entity: "payment_session",
    fields: ["id"],
    filters: { payment_collection_id: collectionIds },
  })
  await settlePaymentSessions(
    container,
    sessions.map(({ id }) => id)
  )
  await followPlacedOrder(container, event.data.id)
}

export const config: SubscriberConfig = {
  event: "order.placed",
  context: { subscriberId: "crypto-payment-order-placed" },
}
