import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import type { AttemptState, Price, UnreservedItem } from "../column-values"
import type { Attempt } from "../models/crypto-payment"
import { comparablePrice, isSamePrice } from "./money"
import type { Shortfall } from "../shortfalls/shortfall"

/** What the ledger, the gateway and Medusa have at this moment; prices in their digits. */
export type Facts = {
  attempt: {
    state: AttemptState
    order_id: string | null
    /** Null for an attempt that was created from an observation alone. */
    price: Price | null
    is_test: boolean | null
    outcome: "open" | "paid" | "unpaid"
    gateway_status: string | null
    was_closed: boolean
    /** Opened for a cart; else for a payment collection by itself. */
    for_cart: boolean
    /** An admin decided about it. False where it is not read: fresh, or captured for an order. */
    sent_back: boolean
    /** `accepted` also where there is no rule, or not too little arrived. */
    shortfall: Shortfall
  }
  gateway_price: Price | null
  merchant: { test_mode: boolean } | null
  session: { id: string; price: Price } | null
  /**
   * `price` is what was captured. `booked`: as exactly one transaction of the order, where there is
   * one.
   */
  payment: {
    id: string
    captured: boolean
    price: Price | null
    booked: boolean
    /** Captured a moment ago, so that core may be about to book it. */
    being_booked: boolean
    /** Not all of it was refunded. */
    stands: boolean
  } | null
  /** Null without a cart, or where an order holds the captured payment already. */
  cart: { price: Price | null } | null
  /** The attempt's payment collection, cart or not; null when it is gone. */
  collection: { id: string; price: Price } | null
  order: PaidOrderFacts | null
  /** A payment other than this attempt's stands in the same collection. */
  paid_otherwise: boolean
  /** Another order, which a stopped completion of the cart left; null too before it was settled. */
  orphaned_order: { id: string; number: number | null } | null
}

export type LedgerFacts = Pick<Facts, "attempt" | "gateway_price" | "merchant">

export type OpenedCollection = {
  id: string
  price: Price
  sessions: {
    id: string
    status: string
    price: Price
    has_payment: boolean
  }[]
  /** An order is linked to it, or to the cart: core writes these links one by one. */
  is_ordered: boolean
  /** The cart has no other collection, which may be paid. */
  is_only_one: boolean
}

/** Its money was confirmed, and nothing was ever tried but to open it. */
export function isFresh(attempt: Attempt): boolean {
  return (
    attempt.state === "paid" &&
    attempt.tries === 0 &&
    attempt.cart_id !== null &&
    attempt.closed_at === null &&
    attempt.order_id === null &&
    attempt.payment_id === null &&
    attempt.authorized_session_id === null
  )
}

/**
 * Of a fresh attempt whose collection has its session and nothing else: its price stands for the
 * cart's, which the provider compares under its lock. Undefined where all facts have to be read.
 */
export function freshFacts(
  attempt: Attempt,
  known: LedgerFacts,
  collection: OpenedCollection
): Facts | undefined {
  const { payment_session_id } = attempt
  const [session, ...others] = collection.sessions
  if (!isFresh(attempt) || !known.merchant) return undefined
  if (!session || others.length > 0) return undefined
  if (collection.is_ordered || !collection.is_only_one) return undefined
  if (session.id !== payment_session_id || session.has_payment) return undefined
  if (session.status !== "pending") return undefined
  const { id, price } = collection
  return {
    ...known,
    session: { id: session.id, price: session.price },
    payment: null,
    cart: { price },
    collection: { id, price },
    order: null,
    paid_otherwise: false,
    orphaned_order: null,
  }
}

export type OrderFacts = {
  id: string
  number: number | null
  canceled: boolean
  /**
   * Due now over all its collections;
   * negative where overpaid, null where Medusa's summary cannot be read.
   */
  pending: Price | null
  /** What Medusa's summary says is due, where that is not so. */
  misstated: Price | null
}

export type PaidOrderFacts = OrderFacts & {
  /**
   * What was due when this payment was captured, which no later change of the order changes unless
   * it was left open, else what is due now and no other payment has authorized; null where not
   * known.
   */
  due: Price | null
  has_others: boolean
  /** Transactions of a capture or refund that has another one. */
  repeated: string[]
  /** What core left undone; null too without a cart, or where it has just placed the order. */
  half_done: HalfDone | null
}

/** Of one version of an order, as Medusa keeps them. */
export type OrderTotals = {
  pending_difference?: BigNumberInput
  transaction_total?: BigNumberInput
}

/**
 * What a version costs, credit lines subtracted: Medusa writes both numbers together and without a
 * lock, so that of two bookings at once the summary keeps one, and the sum is right.
 */
export function totalOf(
  totals: OrderTotals | null | undefined
): BigNumberInput | null {
  const pending = totals?.pending_difference ?? null
  const booked = totals?.transaction_total ?? null
  return pending === null || booked === null
    ? null
    : MathBN.add(pending, booked)
}

/** A capture that was booked, or a refund. */
export type OrderBooking = {
  id: string
  amount: BigNumberInput
  reference_id?: string | null
  version: number
  created_at: Date | string
}

export function bookedTotal(bookings: readonly Pick<OrderBooking, "amount">[]) {
  return bookings.reduce(
    (sum, { amount }) => MathBN.add(sum, amount),
    MathBN.convert(0)
  )
}

/** An order of Medusa, with what tells what it costs. */
export type MedusaOrder = {
  id: string
  display_id: number | null
  status: string
  version: number
  currency_code: string
  summary?: OrderTotals | null
  transactions: OrderBooking[]
}

export function toOrderFacts(order: MedusaOrder): OrderFacts {
  const { id, display_id, status, currency_code, summary } = order
  const price = (amount: BigNumberInput) =>
    comparablePrice({ amount, currency_code })
  const total = totalOf(summary)
  const pending =
    total === null
      ? null
      : price(MathBN.sub(total, bookedTotal(order.transactions)))
  const stated = price(summary?.pending_difference ?? 0)
  return {
    id,
    number: display_id,
    canceled: status === "canceled",
    pending,
    misstated: pending && !isSamePrice(pending, stated) ? stated : null,
  }
}

/** What of an order tells whether core placed it to its end. */
export type OrderPlacement = {
  status: string
  version: number
  items: StockedItem[]
}

type StockedItem = ItemTitles & {
  id: string
  quantity: BigNumberInput
  detail?: { fulfilled_quantity?: BigNumberInput | null } | null
  /** Null where it was deleted. */
  variant?: {
    manage_inventory?: boolean | null
    /** Several for an inventory kit. */
    inventory_items: {
      inventory_item_id: string
      required_quantity: BigNumberInput
    }[]
  } | null
}

type ItemTitles = Partial<
  Record<"title" | "product_title" | "variant_title", string | null>
>

/** What a person calls an item of a cart or an order. */
export function titleOf({ title, product_title, variant_title }: ItemTitles) {
  const variant = variant_title ? ` (${variant_title})` : ""
  return `${product_title ?? title ?? "?"}${variant}`
}

/** What is, or is to be, reserved of an inventory item for an item of an order. */
export type StockReservation = {
  line_item_id?: string | null
  inventory_item_id: string
  quantity: BigNumberInput
}

/**
 * What must be reserved before an order can be fulfilled, also of what allows backorders, as in
 * core's `prepareConfirmInventoryInput`. A fulfillment uses up its part of the reservation, and
 * what is returned was fulfilled before.
 */
export function stockToReserve({ status, items }: OrderPlacement) {
  if (status === "canceled") return []
  return items.flatMap((item) => {
    if (!item.variant?.manage_inventory) return []
    const { id, quantity, detail, variant } = item
    const open = MathBN.sub(quantity, detail?.fulfilled_quantity ?? 0)
    if (!MathBN.gt(open, 0)) return []
    return variant.inventory_items.map((stocked) => ({
      line_item_id: id,
      inventory_item_id: stocked.inventory_item_id,
      quantity: MathBN.mult(open, stocked.required_quantity),
      of_each: stocked.required_quantity,
      title: titleOf(item),
    }))
  })
}

/** What of `stockToReserve` is not reserved; `count` pieces of the item lack it. */
export function missingStock(
  order: OrderPlacement,
  reserved: readonly StockReservation[]
) {
  return stockToReserve(order).flatMap((needed) => {
    const { line_item_id, inventory_item_id, title } = needed
    const own = reserved
      .filter((each) => each.line_item_id === line_item_id)
      .filter((each) => each.inventory_item_id === inventory_item_id)
      .map(({ quantity }) => quantity)
    const quantity = MathBN.sub(needed.quantity, MathBN.sum(0, ...own))
    if (!MathBN.gt(quantity, 0)) return []
    const count = Math.ceil(Number(MathBN.div(quantity, needed.of_each)))
    return [{ line_item_id, inventory_item_id, title, quantity, count }]
  })
}

/** An item that is a kit counts where one part of it is missing. */
function findUnreserved(
  order: OrderPlacement,
  reserved: readonly StockReservation[],
  sold: SoldItems | null
): UnreservedItem[] {
  const items = new Map<string, UnreservedItem>()
  for (const missing of missingStock(ofSale(order, sold), reserved)) {
    const { line_item_id: id, title, count } = missing
    const quantity = Math.max(count, items.get(id)?.quantity ?? 0)
    items.set(id, { title, quantity })
  }
  return [...items.values()]
}

/** The quantities of the order's first version, by item. */
export type SoldItems = ReadonlyMap<string, BigNumberInput>

/**
 * Core reserves nothing for an exchange without shipping, which is no fault of the sale
 * (2.21.2, `confirm-exchange-request.js`, line 285).
 */
function ofSale(order: OrderPlacement, sold: SoldItems | null): OrderPlacement {
  if (!sold) return order
  const items = order.items.map((item) => ({
    ...item,
    quantity: MathBN.min(item.quantity, sold.get(item.id) ?? 0),
  }))
  return { ...order, items }
}

/**
 * `undo`: all of it can be taken back; `touched`: a person decides; `reserve`: it stands, and the
 * stock that it lacks is there; `released`: somebody released the stock a moment ago; else what has
 * no stock.
 */
export type HalfDone =
  "undo" | "touched" | "reserve" | "released" | UnreservedItem[]

/**
 * Core completes the cart, links the order to it and reserves stock at once. Where that fails and
 * undoing it too, or core is killed, the order stays, and the next completion returns it as it is.
 * What is paid, edited or fulfilled is never undone; null: nothing is missing.
 * @param completed false only where core names the completion that did not end
 * @param used whether it has a transaction or its own collection, or was placed before its payment
 * @param touched whether somebody has changed or seen it since
 * @param sold null where all of its items are of the sale
 */
export function halfDoneOrder(
  order: OrderPlacement,
  reserved: readonly StockReservation[],
  {
    completed,
    used,
    touched = false,
  }: Record<"completed" | "used", boolean> & { touched?: boolean },
  sold: SoldItems | null = null
): HalfDone | null {
  const isUnused =
    order.status === "pending" && order.version === 1 && !isFulfilled(order)
  if (!completed && isUnused && !used) return touched ? "touched" : "undo"
  const unreserved = findUnreserved(order, reserved, sold)
  return unreserved.length === 0 ? null : unreserved
}

function isFulfilled({ items }: OrderPlacement): boolean {
  return items.some(({ detail }) =>
    MathBN.gt(detail?.fulfilled_quantity ?? 0, 0)
  )
}
