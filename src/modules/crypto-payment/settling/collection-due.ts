import { MathBN } from "@medusajs/framework/utils"
import { isSamePrice } from "./authorization"
import type { Price } from "./price"
import type { OrderFacts } from "./facts"
import {
  capturedAmount,
  isCapturedPayment,
  isStandingPayment,
  type PaymentMovements,
} from "./medusa-payments"

/** What Medusa says about a payment collection that belongs to an order. */
export type CollectionFacts = {
  /** The order was placed from a cart by this collection; else it is for an edit, a claim, an exchange or a draft. */
  for_cart: boolean
  /** The collection's amount, for which core opens its sessions. */
  price: Price
  /** Core has made another collection in place of it. */
  canceled: boolean
  order: Pick<OrderFacts, "canceled" | "pending">
  payments: readonly PaymentMovements[]
}

/** `due` is null where nothing is due, or it is not known. */
export type CollectionDue =
  | { state: "unpaid"; due: Price }
  | { state: "paid" | "canceled"; due: null }
  | { state: "changed"; due: Price | null }

/**
 * What can be paid by a collection: without a cart, no more than is pending for the
 * order, since core does not lower the amount where a part is forgiven. Core may have
 * captured less of it than it asks for now: then nothing can be paid by it
 * (`changed`), and `due` is what is pending.
 */
export function collectionDue(facts: CollectionFacts): CollectionDue {
  const { for_cart, price, order, payments } = facts
  const { pending } = order
  if (order.canceled) return { state: "canceled", due: null }
  if (pending && MathBN.lte(pending.amount, 0)) {
    return { state: "paid", due: null }
  }
  const holdsMoney = for_cart ? isStandingPayment : isCapturedPayment
  if (payments.some(holdsMoney)) {
    return MathBN.gte(capturedAmount(payments, price), price.amount)
      ? { state: "paid", due: null }
      : { state: "changed", due: pending }
  }
  if (!pending || facts.canceled || MathBN.lte(price.amount, 0)) {
    return { state: "changed", due: pending }
  }
  if (for_cart && !isSamePrice(pending, price)) {
    return { state: "changed", due: pending }
  }
  const isForgiven = MathBN.gt(price.amount, pending.amount)
  return { state: "unpaid", due: isForgiven ? pending : price }
}
