import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { findSessionIds } from "../medusa/collections"
import { findOrderCollectionIds } from "../medusa/links"
import { CRYPTO_PAYMENT_MODULE } from "../modules/crypto-payment/module-key"
import { followPlacedOrder } from "../workflows/reconcile-crypto-payments"
import { settleIdle } from "../workflows/settle"

/** As a rule the run that captured the money settles it, and nothing else waits. */
export default async function onOrderPlaced({
  event,
  container,
}: SubscriberArgs<{ id: string }>) {
  const { sessions } = container.resolve(CRYPTO_PAYMENT_MODULE)
  if (!(await sessions.areWaiting())) return
  const query = container.resolve("query")
  const collectionIds = await findOrderCollectionIds(query, event.data.id)
  const sessionIds = await findSessionIds(query, collectionIds)
  try {
    await settleIdle(container, sessionIds)
  } finally {
    await followPlacedOrder(container, event.data.id)
  }
}

export const config: SubscriberConfig = {
  event: "order.placed",
  context: { subscriberId: "crypto-payment-order-placed" },
}
