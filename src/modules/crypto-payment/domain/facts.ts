import { type DecimalString, toComparableAmount } from "./money"
import type { Shortfall } from "./shortfall"
import type { AttemptState } from "./states"
import type {
  BigNumberInput,
  BigNumberRawValue,
} from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import type { Attempt } from "../ledger/rows"

/** A price: `amount` in `currency_code`, with that currency's digits. */
export type Price = { amount: DecimalString; currency_code: string }

/** A price of Medusa or the gateway in the digits of its currency, for comparisons. */
export function comparablePrice({
  amount,
  currency_code,
}: {
  amount: BigNumberInput | BigNumberRawValue
  currency_code: string
}): Price {
  return {
    amount: toComparableAmount(amount, currency_code),
    currency_code: currency_code.toLowerCase(),
  }
}

/** For texts: "19.99 EUR". */
export function describePrice(price: Price | null): string {
  return price
    ? `${price.amount} ${price.currency_code.toUpperCase()}`
    : "an unknown amount"
}

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
    /** What the attempt that completes it has paid: the money is captured in two parts. */
    rest_amount: DecimalString | null
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
  } | null
  /** Null where the attempt was opened without a cart, or the cart is gone. */
  cart: { id: string; price: Price | null; completed: boolean } | null
  /** The attempt's payment collection, cart or not; null when it is gone. */
  collection: { id: string; price: Price } | null
  /** The order of the cart or of the collection; null when there is none. */
  order: OrderFacts | null
  /** A payment other than this attempt's stands in the same collection. */
  paid_otherwise: boolean
}

/**
 * An order of Medusa. `placed` is its total when it was placed, before any
 * edit; `pending` is what is due for it now, negative where it is overpaid.
 * Both are null when Medusa's summary of the order could not be read.
 */
export type OrderFacts = {
  id: string
  canceled: boolean
  edited: boolean
  placed: Price | null
  pending: Price | null
}

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

/** Fields for `query.graph`. */
export const ORDER_FACT_FIELDS = [
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
export function toOrderFacts(order: MedusaOrder, firstTotals?: OrderTotals) {
  const placed = order.version === 1 ? order.summary : firstTotals
  const { currency_code } = order
  const price = (amount: BigNumberInput | undefined): Price | null =>
    amount === undefined ? null : comparablePrice({ amount, currency_code })
  return {
    id: order.id,
    canceled: order.status === "canceled",
    edited: order.version > 1,
    placed: price(placed?.original_order_total),
    pending: price(order.summary?.pending_difference),
  }
}

/** What Medusa says a payment is for. */
export type PriceDueFacts = {
  /** Opened for a cart; else for a payment collection by itself. */
  for_cart: boolean
  /** What the cart costs now; null when it is gone or not known. */
  cart_price: Price | null
  collection_price: Price | null
  order: Pick<OrderFacts, "placed" | "pending" | "edited"> | null
}

/**
 * What may be paid, no more and no less; what is due now comes first. A cart
 * without an order counts by its total now. An order that was placed before its
 * payment may be edited while it is unpaid: then it is what is pending for it,
 * or, for a payment that was opened before the edit, its total when it was
 * placed (where that is not known its cart's, which cannot be changed any more).
 * For a collection without a cart (order edits, claims, exchanges) it is what is
 * pending for the order, since core does not lower the collection's amount once
 * nothing is due.
 *
 * @returns an empty list when it is not known.
 */
export function pricesDue(facts: PriceDueFacts): Price[] {
  const { for_cart, cart_price, collection_price, order } = facts
  const pending = order?.pending ?? null
  if (for_cart) {
    const edited = order?.edited && pending && !isOverpaid({ pending })
    return known(edited ? pending : null, order?.placed ?? cart_price)
  }
  if (!collection_price || !order) return known(collection_price)
  if (!pending) return []
  return MathBN.lt(pending.amount, collection_price.amount)
    ? [pending]
    : [collection_price]
}

function known(...prices: (Price | null)[]): Price[] {
  return prices.filter((price) => price !== null)
}

/** Whether an order shows more money than is due for it. */
export function isOverpaid({ pending }: Pick<OrderFacts, "pending">): boolean {
  return pending !== null && MathBN.lt(pending.amount, 0)
}

/** What the attempt was opened for; null on a row made from an observation. */
export function attemptPrice(
  attempt: Pick<Attempt, "amount" | "currency_code">
): Price | null {
  const { amount, currency_code } = attempt
  return amount !== null && currency_code !== null
    ? { amount, currency_code }
    : null
}

/** What the gateway says the payment was priced at, where it says so. */
export function gatewayPrice(
  attempt: Pick<Attempt, "gateway_amount" | "gateway_currency">
): Price | null {
  const { gateway_amount, gateway_currency } = attempt
  return gateway_amount !== null && gateway_currency !== null
    ? { amount: gateway_amount, currency_code: gateway_currency }
    : null
}

/** The price of a payment: as the gateway names it, else as it was opened. */
export function paidPrice(
  attempt: Parameters<typeof gatewayPrice>[0] &
    Parameters<typeof attemptPrice>[0]
): Price | null {
  const price = gatewayPrice(attempt) ?? attemptPrice(attempt)
  return price && comparablePrice(price)
}
