import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { followPlacedOrder } from "../workflows/reconcile-crypto-payments"
import { settlePaymentSessions } from "../workflows/settle-crypto-payment"

type PaidCollection = { payment_sessions?: ({ id: string } | null)[] }

export default async function onOrderPlaced({
  event,
  container,
}: SubscriberArgs<{ id: string }>) {
  const { data } = await container.resolve("query").graph({
    entity: "order_payment_collection",
    fields: ["payment_collection.payment_sessions.id"],
    filters: { order_id: event.data.id },
  })
  const links: { payment_collection?: PaidCollection | null }[] = data
  const ids = links
    .flatMap((link) => link.payment_collection?.payment_sessions ?? [])
    .flatMap((session) => (session ? [session.id] : []))
  await settlePaymentSessions(container, ids)
  await followPlacedOrder(container, event.data.id)
}

export const config: SubscriberConfig = {
  event: "order.placed",
  context: { subscriberId: "crypto-payment-order-placed" },
}
