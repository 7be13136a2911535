import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { CRYPTO_PAYMENT_MODULE } from "../modules/crypto-payment/internal"
import { findLinks, findOrderCollectionIds } from "../workflows/medusa/records"
import { followPlacedOrder } from "../workflows/reconcile-crypto-payments"
import { settleIdle } from "../workflows/settle"

export default async function onOrderPlaced({
  event,
  container,
}: SubscriberArgs<{ id: string }>) {
  const order_id = event.data.id
  const query = container.resolve("query")
  const { sessions } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const [cart_id] = await findLinks(query, "order_cart", "cart_id", {
    order_id,
  })
  if (cart_id) {
    await settleIdle(container, await sessions.findIdle({ cart_id }))
    return await followPlacedOrder(container, cart_id)
  }
  const { data } = await query.graph({
    entity: "payment_session",
    fields: ["id"],
    filters: {
      payment_collection_id: await findOrderCollectionIds(query, order_id),
    },
  })
  await settleIdle(container, await sessions.findIdle(data.map(({ id }) => id)))
}

export const config: SubscriberConfig = {
  event: "order.placed",
  context: { subscriberId: "crypto-payment-order-placed" },
}
