import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import {
  type Attempt,
  toComparableAmount,
} from "../../modules/crypto-payment/internal"
import type { Query } from "../../medusa-query"
import { noteLeftoverOrder } from "../medusa/leftover-orders"
import { findLinks } from "../medusa/records"

type Item = { variant_id?: string | null; quantity?: number } | null

type Order = {
  id: string
  display_id?: number
  customer_id?: string | null
  currency_code: string
  created_at: Date | string
  canceled_at?: Date | string | null
  is_draft_order?: boolean
  summary?: { original_order_total?: BigNumberInput } | null
  items?: Item[] | null
}

const ORDER_FIELDS = [
  "id",
  "display_id",
  "customer_id",
  "currency_code",
  "created_at",
  "canceled_at",
  "is_draft_order",
  "summary.*",
  "items.variant_id",
  "items.quantity",
]

/** A customer with more orders than this since the attempt is not a shopper. */
const MAX_CANDIDATES = 50

/**
 * A completion that was killed right after it created the order leaves that
 * order, without a link to its cart, beside the one that the next completion
 * placed. It reserves stock and looks unpaid; only an admin can cancel it.
 * Those linked to the payment collection are found by `detachLeftoverOrders`.
 * @param attempt a settled attempt.
 */
export async function noteUnlinkedOrders(
  container: MedusaContainer,
  attempt: Attempt
): Promise<void> {
  const { cart_id, order_id, created_at } = attempt
  if (!cart_id || !order_id) return
  const query = container.resolve("query")
  for (const leftover of await findUnlinked(query, order_id, created_at)) {
    await noteLeftoverOrder(container, attempt, leftover, "reconcile")
  }
}

async function findUnlinked(query: Query, orderId: string, since: Date) {
  const list = async (filters: object): Promise<Order[]> => {
    const { data } = await query.graph({
      entity: "order",
      fields: ORDER_FIELDS,
      filters,
      pagination: { take: MAX_CANDIDATES, skip: 0 },
    })
    return data
  }
  const [order] = await list({ id: orderId })
  // Without a customer every guest's order would be a candidate.
  if (!order?.customer_id) return []
  const others = await list({
    customer_id: order.customer_id,
    created_at: { $gte: since },
    id: { $ne: orderId },
  })
  const alike = others.filter((other) => isAlike(other, order))
  if (alike.length === 0) return []
  const filters = { order_id: alike.map(({ id }) => id) }
  const linked = await Promise.all([
    findLinks(query, "order_cart", "order_id", filters),
    findLinks(query, "order_payment_collection", "order_id", filters),
  ])
  return alike.filter(({ id }) => !linked.flat().includes(id))
}

/** Created from the same cart: same total and currency, same items. */
function isAlike(other: Order, order: Order): boolean {
  return (
    !other.canceled_at &&
    !other.is_draft_order &&
    other.currency_code === order.currency_code &&
    totalOf(other) === totalOf(order) &&
    itemsOf(other) === itemsOf(order)
  )
}

function totalOf({ summary, currency_code }: Order): string {
  return toComparableAmount(summary?.original_order_total ?? 0, currency_code)
}

function itemsOf({ items }: Order): string {
  return (items ?? [])
    .map((item) => `${item?.variant_id}:${item?.quantity}`)
    .sort()
    .join()
}
