import type {
  MedusaContainer,
  RemoteQueryFunction,
} from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import type { Attempt } from "../../modules/crypto-payment"
import { findOrderId } from "./sale-links"

/** The payment that Medusa made of an attempt's money, and the order it is for. */
export type MedusaPayment = {
  id: string
  refundIds: string[]
  order: { id: string; canceled: boolean } | null
}

/** Undefined where the money never became a captured payment of Medusa. */
export async function findMedusaPayment(
  container: MedusaContainer,
  { authorized_session_id, payment_id, cart_id }: Attempt
): Promise<MedusaPayment | undefined> {
  if (!authorized_session_id && !payment_id) return undefined
  const query = container.resolve<RemoteQueryFunction>(
    ContainerRegistrationKeys.QUERY
  )
  const { data } = await query.graph({
    entity: "payment",
    fields: [
      "id",
      "captured_at",
      "canceled_at",
      "payment_collection_id",
      "refunds.id",
    ],
    filters: authorized_session_id
      ? { payment_session_id: authorized_session_id }
      : { id: payment_id },
  })
  const payment = data[0]
  if (!payment?.captured_at || payment.canceled_at) return undefined
  const refunds: ({ id: string } | null)[] = payment.refunds ?? []
  const { payment_collection_id } = payment
  return {
    id: payment.id,
    refundIds: refunds.flatMap((refund) => (refund ? [refund.id] : [])),
    order: await findOrder(query, { cart_id, payment_collection_id }),
  }
}

/** Core books on an order only where the payment's collection is linked to it. */
async function findOrder(
  query: RemoteQueryFunction,
  sale: { cart_id: string | null; payment_collection_id: string }
): Promise<MedusaPayment["order"]> {
  const { payment_collection_id } = sale
  const [id, { data }] = await Promise.all([
    findOrderId(query, sale),
    query.graph({
      entity: "order_payment_collection",
      fields: ["order.id", "order.status"],
      filters: { payment_collection_id },
    }),
  ])
  const order = data.find((link) => link.order?.id === id)?.order
  return order ? { id: order.id, canceled: order.status === "canceled" } : null
}
