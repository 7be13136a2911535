import type { RemoteQueryFunction } from "@medusajs/framework/types"

type Query = Pick<RemoteQueryFunction, "graph">

/** What is told of an order beside its payment. */
export type OrderOfPayment = {
  id: string
  display_id: number | null
  email: string | null
}

/** What is told of a cart beside its payment: who it is that pays. */
export type CartOfPayment = {
  id: string
  email: string | null
  customer_id: string | null
}

type Row = { order_id?: string | null; cart_id?: string | null }

type Sale = { order: OrderOfPayment | null; cart: CartOfPayment | null }

/** Adds its order and its cart to each row, with two queries for all of them. */
export async function addSales<Each extends Row>(
  query: Query,
  rows: Each[]
): Promise<(Each & Sale)[]> {
  const [orders, carts] = await Promise.all([
    ordersOf(query, distinct(rows.map(({ order_id }) => order_id))),
    cartsOf(query, distinct(rows.map(({ cart_id }) => cart_id))),
  ])
  return rows.map((row) => ({
    ...row,
    order: orders.get(row.order_id ?? "") ?? null,
    cart: carts.get(row.cart_id ?? "") ?? null,
  }))
}

async function ordersOf(
  query: Query,
  ids: string[]
): Promise<Map<string, OrderOfPayment>> {
  if (ids.length === 0) return new Map()
  const { data } = await query.graph({
    entity: "order",
    fields: ["id", "display_id", "email"],
    filters: { id: ids },
  })
  return new Map(
    data.map(({ id, display_id, email }) => [
      id,
      { id, display_id: display_id ?? null, email: email ?? null },
    ])
  )
}

async function cartsOf(
  query: Query,
  ids: string[]
): Promise<Map<string, CartOfPayment>> {
  if (ids.length === 0) return new Map()
  const { data } = await query.graph({
    entity: "cart",
    fields: ["id", "email", "customer_id"],
    filters: { id: ids },
  })
  return new Map(
    data.map(({ id, email, customer_id }) => [
      id,
      { id, email: email ?? null, customer_id: customer_id ?? null },
    ])
  )
}

function distinct(ids: (string | null | undefined)[]): string[] {
  return [...new Set(ids.filter((id) => typeof id === "string"))]
}
