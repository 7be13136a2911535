import { sameAmount } from "../settling/money"
import type { Price } from "../settling/price"

/** How much of a price was sent back, by the names of Medusa's payment statuses. */
export const REFUND_STATUSES = ["partially_refunded", "refunded"] as const

export type RefundStatus = (typeof REFUND_STATUSES)[number]

/** @param left what can still be given back, once something was; null where that is unknown. */
export function refundStatus(left: Price | null): RefundStatus {
  return left !== null && sameAmount(left.amount, "0")
    ? "refunded"
    : "partially_refunded"
}
