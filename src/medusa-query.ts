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

/** The same of several ids, each once; those that are null have none. */
export async function findRecords<Found>(
  query: Query,
  entity: string,
  ids: readonly (string | null | undefined)[],
  fields: string[]
): Promise<Found[]> {
  const id = [...new Set(ids.filter((each) => typeof each === "string"))]
  if (id.length === 0) return []
  return (await query.graph({ entity, fields, filters: { id } })).data
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

/** These columns of a row, and no others. */
export function pick<Row extends object, Key extends keyof Row>(
  row: Row,
  keys: readonly Key[]
) {
  const values = keys.map((key) => [key, row[key]])
  return Object.fromEntries(values) as Pick<Row, Key>
}

/** The numbers that people know orders by, by their ids. */
export async function readOrderNumbers(
  query: Query,
  orderIds: readonly (string | null)[]
): Promise<Map<string, number>> {
  type Order = { id: string; display_id: number }
  const fields = ["id", "display_id"]
  const orders = await findRecords<Order>(query, "order", orderIds, fields)
  return new Map(orders.map(({ id, display_id }) => [id, display_id]))
}
