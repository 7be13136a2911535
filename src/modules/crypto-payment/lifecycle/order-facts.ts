import type { BigNumberInput } from "@medusajs/framework/types"

import { toComparableAmount } from "../money/price"
import type { OrderFacts, Price } from "./facts"

/** The totals of one version of an order, as Medusa keeps them. */
export type OrderTotals = {
  original_order_total?: BigNumberInput
  pending_difference?: BigNumberInput
}

/** An order of Medusa as `query.graph` gives it, with these fields. */
export type MedusaOrder = {
  id: string
  status: string
  version: number
  currency_code: string
  summary?: OrderTotals | null
}

/** The fields to ask `query.graph` for. */
export const orderFactFields = [
  "id",
  "status",
  "version",
  "currency_code",
  "summary.*",
]

/**
 * @param firstTotals the totals of version 1, where the order was edited since;
 * without them it is not known what it was placed for.
 */
export function toOrderFacts(
  order: MedusaOrder,
  firstTotals?: OrderTotals
): OrderFacts {
  const placed = order.version === 1 ? order.summary : firstTotals
  const price = (amount: BigNumberInput | undefined): Price | null =>
    amount === undefined
      ? null
      : {
          amount: toComparableAmount(amount, order.currency_code),
          currency_code: order.currency_code.toLowerCase(),
        }
  return {
    id: order.id,
    canceled: order.status === "canceled",
    placed: price(placed?.original_order_total),
    pending: price(order.summary?.pending_difference),
  }
}
