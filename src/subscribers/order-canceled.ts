import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { followCanceledOrder } from "../workflows/reconcile-crypto-payments"

export default async function onOrderCanceled({
  event,
  container,
}: SubscriberArgs<{ id: string }>) {
  await followCanceledOrder(container, event.data.id)
}

export const config: SubscriberConfig = {
  event: "order.canceled",
  context: { subscriberId: "crypto-payment-order-canceled" },
}
