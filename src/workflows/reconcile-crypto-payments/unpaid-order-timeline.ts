import type { MedusaContainer } from "@medusajs/framework/types"
import {
  CRYPTO_PAYMENT_MODULE,
  isCanceledUnpaid,
  type MedusaOrder,
  ORDER_COLLECTION_FIELDS,
  type OrderCollection,
  toOrderFacts,
  type UnpaidOrder,
} from "../../modules/crypto-payment/internal"

/** Fields for `query.graph`. */
const ENDED_ORDER_FIELDS = [
  ...["id", "display_id", "status", "version", "currency_code", "canceled_at"],
  ...ORDER_COLLECTION_FIELDS.map((field) => `payment_collections.${field}`),
]

/**
 * Notes in each payment of an order that it was canceled since it was not paid
 * in time. `byJob` is false where it is found canceled: the job may have been
 * killed right after the cancellation.
 */
export async function noteCanceledUnpaid(
  container: MedusaContainer,
  { id: cart_id, cancel_at }: UnpaidOrder,
  byJob: boolean
): Promise<void> {
  const { data } = await container.resolve("query").graph({
    entity: "order_cart",
    fields: ENDED_ORDER_FIELDS.map((field) => `order.${field}`),
    filters: { cart_id },
  })
  type EndedOrder = MedusaOrder & {
    canceled_at: Date | string | null
    payment_collections?: (OrderCollection | null)[] | null
  }
  const order: EndedOrder | undefined = data[0]?.order ?? undefined
  if (!order) return
  const { canceled_at } = order
  const collections = (order.payment_collections ?? []).filter(
    (each) => each !== null
  )
  const { canceled } = toOrderFacts(order)
  const ended = { canceled, canceled_at, cancel_at }
  if (!byJob && !isCanceledUnpaid(ended, collections)) return
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const attempts = await ledger.listCryptoPayments(
    { cart_id },
    { select: ["id"] }
  )
  for (const { id } of attempts) {
    await ledger.timeline.append(id, {
      type: "canceled_unpaid",
      source: "reconcile",
      fact: `canceled_unpaid:${order.id}`,
      data: named(order),
    })
  }
}

/** As the admin's texts name an order. */
function named({
  id,
  display_id,
}: {
  id: string
  display_id?: number | null
}): Record<string, unknown> {
  return { order_id: id, ...(display_id && { number: String(display_id) }) }
}
