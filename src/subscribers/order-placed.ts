import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import type { RemoteQueryFunction } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { settlePaymentsOf } from "../workflows/settle-payment-of"

export default async function onOrderPlaced({
  event,
  container,
}: SubscriberArgs<{ id: string }>) {
  const query = container.resolve<RemoteQueryFunction>(
    ContainerRegistrationKeys.QUERY
  )
  const { data } = await query.graph({
    entity: "order",
    fields: ["id", "payment_collections.payment_sessions.id"],
    filters: { id: event.data.id },
  })
  const collections: { payment_sessions?: ({ id: string } | null)[] }[] =
    data[0]?.payment_collections ?? []
  const ids = collections
    .flatMap((each) => each?.payment_sessions ?? [])
    .flatMap((session) => (session ? [session.id] : []))
  await settlePaymentsOf(container, ids)
}

export const config: SubscriberConfig = {
  event: "order.placed",
  context: { subscriberId: "crypto-payment-order-placed" },
}
