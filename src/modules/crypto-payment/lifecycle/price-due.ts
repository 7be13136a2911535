import { MathBN } from "@medusajs/framework/utils"

import type { OrderFacts, Price } from "./facts"

/** What Medusa says a payment is for. */
export type PriceDueFacts = {
  /** Opened for a cart; else for a payment collection by itself. */
  for_cart: boolean
  /** What the cart costs now; null when it is gone or not known. */
  cart_price: Price | null
  collection_price: Price | null
  order: Pick<OrderFacts, "placed" | "pending"> | null
}

/**
 * What has to be paid, no more and no less. An order counts by its total when
 * it was placed, or where that is not known by its cart, which nobody can change
 * any more; a cart without an order by its total now. For a collection
 * without a cart (order edits, claims, exchanges) it is what is pending for the
 * order, since core does not lower the collection's amount once nothing is due.
 *
 * @returns null when it is not known.
 */
export function priceDue(facts: PriceDueFacts): Price | null {
  const { for_cart, cart_price, collection_price, order } = facts
  if (for_cart) return order?.placed ?? cart_price
  if (!collection_price || !order) return collection_price
  const { pending } = order
  if (!pending) return null
  return MathBN.lt(pending.amount, collection_price.amount)
    ? pending
    : collection_price
}

/** Whether an order shows more money than is due for it. */
export function isOverpaid({ pending }: Pick<OrderFacts, "pending">): boolean {
  return pending !== null && MathBN.lt(pending.amount, 0)
}
