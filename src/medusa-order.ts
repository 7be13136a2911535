import { findRecord, type Query } from "./medusa-query"
import {
  type MedusaOrder,
  type OrderFacts,
  type OrderTotals,
  toOrderFacts,
} from "./modules/crypto-payment"

/**
 * The facts of an order that was read with `ORDER_FACT_FIELDS`. The summary that
 * Medusa keeps of an edited order still counts items whose return was requested, as
 * in an exchange; the one that it calculates with the totals, by which it asks for
 * payments, does not.
 * @param firstTotals see `toOrderFacts`
 */
export async function readOrderFacts(
  query: Query,
  order: MedusaOrder,
  firstTotals?: OrderTotals
): Promise<OrderFacts> {
  if (order.version === 1) return toOrderFacts(order)
  const fields = ["id", "total", "summary.*"]
  const calculated = (await findRecord(query, "order", order.id, fields)) as
    Pick<MedusaOrder, "summary"> | undefined
  const summary = calculated?.summary ?? null
  return toOrderFacts({ ...order, summary }, firstTotals)
}
