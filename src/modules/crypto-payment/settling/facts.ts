import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import { comparablePrice, type Price } from "./price"
import type { Shortfall } from "../shortfalls/shortfall"
import type { AttemptState } from "../attempts/states"

/**
 * What a decision about a gateway payment depends on: the attempt, what the gateway reported, and
 * what Medusa has at this moment. Prices are already rounded to their currency's digits.
 */
export type Facts = {
  attempt: {
    state: AttemptState
    /** The order in the ledger, if any. */
    order_id: string | null
    /** Null for an attempt that was created from an observation alone. */
    price: Price | null
    is_test: boolean | null
    /** Outcome of the last status that the gateway reported. */
    outcome: "open" | "paid" | "unpaid"
    gateway_status: string | null
    was_closed: boolean
    /** Opened for a cart; else for a payment collection by itself. */
    for_cart: boolean
    /** An admin recorded or requested a refund, or recorded that its order was placed manually. */
    sent_back: boolean
    shortfall: Shortfall
  }
  /** The price that the gateway named, where it named one. */
  gateway_price: Price | null
  merchant: { test_mode: boolean } | null
  /** The session that the attempt serves; null when it is gone. */
  session: { id: string; price: Price; status: string } | null
  /**
   * The payment that Medusa made of this attempt; null when there is none. `price` is what was
   * captured, null when nothing was. `booked`: its capture is among the order's transactions, where
   * there is an order. Core writes one after the other, and may be killed in between.
   */
  payment: {
    id: string
    captured: boolean
    price: Price | null
    booked: boolean
    /** Not all of it was refunded. */
    stands: boolean
  } | null
  /** Null where the attempt was opened without a cart, or the cart is gone. */
  cart: { id: string; price: Price | null; completed: boolean } | null
  /** The attempt's payment collection, cart or not; null when it is gone. */
  collection: { id: string; price: Price } | null
  /** The order of the cart or of the collection; null when there is none. */
  order: PaidOrderFacts | null
  /** A payment other than this attempt's stands in the same collection. */
  paid_otherwise: boolean
}

/** An order of Medusa. */
export type OrderFacts = {
  id: string
  /** As a person knows it. */
  number: number | null
  canceled: boolean
  /**
   * What is due for it now, over all of its collections, transactions and credit
   * lines; negative where it is overpaid, null where Medusa's summary cannot be read.
   */
  pending: Price | null
}

/** An order, as an attempt pays for it. */
export type PaidOrderFacts = OrderFacts & {
  /**
   * What this payment had or has to be for: what was due when it was captured, else
   * what is due now and no other payment has authorized; null where it is not known. A later change of the order, which
   * it did not leave open, changes the first of them no more.
   */
  due: Price | null
  /** Whether other payments stand in the order's other collections. */
  has_others: boolean
}

/** The totals of one version of an order, as Medusa keeps them. */
export type OrderTotals = {
  pending_difference?: BigNumberInput
  transaction_total?: BigNumberInput
}

/** An order of Medusa as `query.graph` gives it, with these fields. */
export type MedusaOrder = {
  id: string
  display_id: number | null
  status: string
  version: number
  currency_code: string
  summary?: OrderTotals | null
}

/** Fields for `query.graph`. */
export const ORDER_FACT_FIELDS = [
  "id",
  "display_id",
  "status",
  "version",
  "currency_code",
  "summary.*",
]

export function toOrderFacts({
  id,
  display_id,
  status,
  currency_code,
  summary,
}: MedusaOrder): OrderFacts {
  const amount = summary?.pending_difference
  return {
    id,
    number: display_id,
    canceled: status === "canceled",
    pending:
      amount === undefined ? null : comparablePrice({ amount, currency_code }),
  }
}

/** What Medusa says a payment is for. */
export type PriceDueFacts = {
  /** Opened for a cart; else for a payment collection by itself. */
  for_cart: boolean
  /** What the cart costs now; null when it is gone or not known. */
  cart_price: Price | null
  collection_price: Price | null
  /** What is due for the order; null when there is no order. */
  order: { due: Price | null } | null
}

/**
 * What may be paid, no more and no less: what the cart costs, and what is due for
 * its order once there is one, which may be edited while it is unpaid. A
 * collection without a cart (order edits, claims, exchanges) may ask for a part of
 * it; core does not lower its amount once less is due.
 *
 * @returns null when it is not known.
 */
export function priceDue(facts: PriceDueFacts): Price | null {
  const { for_cart, cart_price, collection_price, order } = facts
  if (for_cart) return order ? order.due : cart_price
  if (!collection_price || !order) return collection_price
  if (!order.due) return null
  return MathBN.lt(order.due.amount, collection_price.amount)
    ? order.due
    : collection_price
}

/** Whether an order shows more money than is due for it. */
export function isOverpaid({ pending }: Pick<OrderFacts, "pending">): boolean {
  return pending !== null && MathBN.lt(pending.amount, 0)
}

/** Whether anything is due for an order that stands. */
export function isUnpaid({
  canceled,
  pending,
}: Pick<OrderFacts, "canceled" | "pending">) {
  return !canceled && pending !== null && MathBN.gt(pending.amount, 0)
}
