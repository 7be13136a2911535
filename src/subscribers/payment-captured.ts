import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import type { RemoteQueryFunction } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { settlePaymentSessions } from "../workflows/settle-crypto-payment"

/**
 * Settles only when the order exists. Medusa emits `payment.captured` even when
 * the completion behind it failed, over Redis after that attempt is over, and
 * each new completion captures again: settling on the event alone would never
 * end. `order.placed` covers an order that is placed later.
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
  if (await hasOrder(query, payment.payment_collection_id)) {
    await settlePaymentSessions(container, [sessionId])
  }
}

/**
 * For a cart only the order that is linked to the cart counts: a completion that
 * was killed during its rollback can leave its order linked to the collection.
 */
async function hasOrder(
  query: RemoteQueryFunction,
  payment_collection_id: string
): Promise<boolean> {
  const { data: carts } = await query.graph({
    entity: "cart_payment_collection",
    fields: ["cart_id"],
    filters: { payment_collection_id },
  })
  const { data: orders } = await query.graph(
    carts.length > 0
      ? {
          entity: "order_cart",
          fields: ["order_id"],
          filters: { cart_id: carts.map(({ cart_id }) => cart_id) },
        }
      : {
          entity: "order_payment_collection",
          fields: ["order_id"],
          filters: { payment_collection_id },
        }
  )
  return orders.length > 0
}

export const config: SubscriberConfig = {
  event: "payment.captured",
  context: { subscriberId: "crypto-payment-payment-captured" },
}
