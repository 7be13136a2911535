import type { RemoteQueryFunction } from "@medusajs/framework/types"

/** Medusa's query across modules, as the container resolves it. */
export type Query = Pick<RemoteQueryFunction, "graph">

/** Fields of the record with an id; undefined where Medusa has none. */
export async function findRecord(
  query: Query,
  entity: string,
  id: string,
  fields: string[]
) {
  const { data } = await query.graph({ entity, fields, filters: { id } })
  return data[0]
}

type SummarizedOrder = { id: string; version: number; summary?: unknown }

/**
 * An order with the summary by which Medusa asks for payments. The one that it keeps of
 * an edited order still counts items whose return was requested, as in an exchange; the
 * one that it calculates with the totals does not.
 */
export async function withCalculatedSummary<Order extends SummarizedOrder>(
  query: Query,
  order: Order
): Promise<Order> {
  if (order.version === 1) return order
  const fields = ["id", "total", "summary.*"]
  const calculated = (await findRecord(query, "order", order.id, fields)) as
    Pick<Order, "summary"> | undefined
  return { ...order, summary: calculated?.summary ?? null }
}

/** The numbers that people know orders by, by their ids. */
export async function readOrderNumbers(
  query: Query,
  orderIds: readonly (string | null)[]
): Promise<Map<string, number>> {
  const ids = new Set(orderIds.filter((id) => id !== null))
  if (ids.size === 0) return new Map()
  const { data } = await query.graph({
    entity: "order",
    fields: ["id", "display_id"],
    filters: { id: [...ids] },
  })
  return new Map(
    data.map((order: { id: string; display_id: number }): [string, number] => [
      order.id,
      order.display_id,
    ])
  )
}
