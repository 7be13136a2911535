import type { RemoteQueryFunction } from "@medusajs/framework/types"

type Query = Pick<RemoteQueryFunction, "graph">

/** Orders and carts in Medusa that a search text names. */
export type Sales = { order_ids: string[]; cart_ids: string[] }

/** The newest of them; nobody pages through more in a search. */
const maxSales = 500

const orderNumber = /^#?(\d{1,9})$/

/**
 * The sales that an order number or an e-mail address stands for. Both in
 * full: Medusa has an index for neither's beginning. An address is looked up
 * among the customers, guests included, since orders have no index of it.
 */
export async function findSales(query: Query, text: string): Promise<Sales> {
  const number = orderNumber.exec(text)?.[1]
  if (number) return await salesOfNumber(query, Number(number))
  if (text.includes("@")) return await salesOfEmail(query, text.toLowerCase())
  return { order_ids: [], cart_ids: [] }
}

async function salesOfNumber(query: Query, display_id: number): Promise<Sales> {
  const { data } = await query.graph({
    entity: "order",
    fields: ["id"],
    filters: { display_id },
  })
  return { order_ids: idsOf(data), cart_ids: [] }
}

async function salesOfEmail(query: Query, email: string): Promise<Sales> {
  const { data: customers } = await query.graph({
    entity: "customer",
    fields: ["id"],
    filters: { email },
  })
  if (customers.length === 0) return { order_ids: [], cart_ids: [] }
  const newest = {
    fields: ["id"],
    filters: { customer_id: idsOf(customers) },
    pagination: { take: maxSales, order: { created_at: "DESC" } },
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
