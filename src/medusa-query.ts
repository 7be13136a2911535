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
