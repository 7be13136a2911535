import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import type { RemoteQueryFunction } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { settlePaymentsOf } from "../workflows/settle-payment-of"

export default async function onPaymentCaptured({
  event,
  container,
}: SubscriberArgs<{ id: string }>) {
  const query = container.resolve<RemoteQueryFunction>(
    ContainerRegistrationKeys.QUERY
  )
  const { data } = await query.graph({
    entity: "payment",
    fields: ["id", "payment_session.id"],
    filters: { id: event.data.id },
  })
  const sessionId = data[0]?.payment_session?.id
  if (sessionId) await settlePaymentsOf(container, [sessionId])
}

export const config: SubscriberConfig = {
  event: "payment.captured",
  context: { subscriberId: "crypto-payment-payment-captured" },
}
