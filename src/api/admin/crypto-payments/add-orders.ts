import type { RemoteQueryFunction } from "@medusajs/framework/types"

/** What a list tells of an order beside its payment. */
export type OrderOfPayment = {
  id: string
  display_id: number | null
  email: string | null
}

/** Adds its order to each row, with one query for all of them. */
export async function addOrders<Row extends { order_id?: string | null }>(
  query: Pick<RemoteQueryFunction, "graph">,
  rows: Row[]
): Promise<(Row & { order: OrderOfPayment | null })[]> {
  const ids = [...new Set(rows.flatMap(({ order_id }) => order_id ?? []))]
  const { data } =
    ids.length === 0
      ? { data: [] }
      : await query.graph({
          entity: "order",
          fields: ["id", "display_id", "email"],
          filters: { id: ids },
        })
  const orders = new Map(data.map((order) => [order.id, order]))
  return rows.map((row) => {
    const order = orders.get(row.order_id ?? "")
    return { ...row, order: order ? told(order) : null }
  })
}

function told({
  id,
  display_id,
  email,
}: {
  id: string
  display_id?: number | null
  email?: string | null
}): OrderOfPayment {
  return { id, display_id: display_id ?? null, email: email ?? null }
}
