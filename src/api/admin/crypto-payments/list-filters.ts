import type { Query } from "../../../medusa-query"
import type { ListFilters } from "../../../modules/crypto-payment"
import { findUnpaidSubjects } from "./unpaid-orders"

/** The filters of a list or an export, as a request names them. */
type GivenFilters = Omit<
  ListFilters,
  "attention_reason" | "crypto_currency" | "orders" | "text"
> & {
  q?: string
  reason?: ListFilters["attention_reason"]
  currency?: ListFilters["crypto_currency"]
}

/** The filters of the ledger, with what they mean in Medusa. */
export async function readFilters(
  query: Query,
  { q, reason, currency, order_id, ...others }: GivenFilters
): Promise<ListFilters> {
  return {
    ...others,
    orders: order_id && {
      order_ids: order_id,
      ...(await findUnpaidSubjects(query, order_id)),
    },
    attention_reason: reason,
    crypto_currency: currency,
    text:
      q === undefined
        ? undefined
        : { text: q, ...(await findOrdersAndCarts(query, q)) },
  }
}

/** Only the newest are searched. */
const MAX_ORDERS_AND_CARTS = 500

const ORDER_NUMBER = /^#?(\d{1,9})$/

/**
 * Of an order number or an e-mail address, in full: Medusa has no index for a
 * prefix. The address is searched among the customers: orders have no index of it.
 */
async function findOrdersAndCarts(query: Query, text: string) {
  const none = { order_ids: [], cart_ids: [] }
  const number = ORDER_NUMBER.exec(text)?.[1]
  if (number) {
    const filters = { display_id: Number(number) }
    const fields = ["id"]
    const { data } = await query.graph({ entity: "order", fields, filters })
    const order_ids = idsOf(data)
    const { cart_ids } = await findUnpaidSubjects(query, order_ids)
    return { order_ids, cart_ids }
  }
  if (!text.includes("@")) return none
  const { data: customers } = await query.graph({
    entity: "customer",
    fields: ["id"],
    filters: { email: text.toLowerCase() },
  })
  if (customers.length === 0) return none
  const newest = {
    fields: ["id"],
    filters: { customer_id: idsOf(customers) },
    pagination: { take: MAX_ORDERS_AND_CARTS, order: { created_at: "DESC" } },
  }
  const [orders, carts] = await Promise.all([
    query.graph({ entity: "order", ...newest }),
    query.graph({ entity: "cart", ...newest }),
  ])
  return { order_ids: idsOf(orders.data), cart_ids: idsOf(carts.data) }
}

function idsOf(rows: { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}
