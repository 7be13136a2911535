import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import type { RemoteQueryFunction } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { settlePaymentsOf } from "../workflows/settle-payment-of"

/**
 * Only for an order that is there. Medusa tells of the capture even when the
 * completion behind it failed, over Redis after that try is over, and each new
 * try captures again: trying on that word would never end. An order that comes
 * is told by `order.placed`.
 */
export default async function onPaymentCaptured({
  event,
  container,
}: SubscriberArgs<{ id: string }>) {
  const query = container.resolve<RemoteQueryFunction>(
    ContainerRegistrationKeys.QUERY
  )
  const { data: payments } = await query.graph({
    entity: "payment",
    fields: ["id", "payment_session.id", "payment_collection_id"],
    filters: { id: event.data.id },
  })
  const [payment] = payments
  const sessionId = payment?.payment_session?.id
  if (!sessionId) return
  const { data: orders } = await query.graph({
    entity: "order_payment_collection",
    fields: ["order_id"],
    filters: { payment_collection_id: payment.payment_collection_id },
  })
  if (orders.length > 0) await settlePaymentsOf(container, [sessionId])
}

export const config: SubscriberConfig = {
  event: "payment.captured",
  context: { subscriberId: "crypto-payment-payment-captured" },
}
