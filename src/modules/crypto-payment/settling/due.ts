import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import type { Price } from "../column-values"
import {
  bookedTotal,
  type OrderBooking,
  type OrderFacts,
  type PaidOrderFacts,
} from "./facts"
import { comparablePrice, isSamePrice, toComparableAmount } from "./money"

export type PriceDueFacts = {
  attempt: {
    /** Opened for a cart; else for a payment collection by itself. */
    for_cart: boolean
  }
  /** What the cart costs now; null when it is gone or not known. */
  cart: { price: Price | null } | null
  collection: { price: Price } | null
  order: { due: Price | null } | null
}

/**
 * What may be paid, no more and no less: the cart's price, and what is due for its order once there
 * is one, which may be edited while it is unpaid. A collection without a cart may ask for a part of
 * that; core does not lower its amount once less is due. Null when it is not known.
 */
export function priceDue(facts: PriceDueFacts): Price | null {
  const { attempt, cart, collection, order } = facts
  if (attempt.for_cart) return order ? order.due : (cart?.price ?? null)
  if (!collection || !order) return collection?.price ?? null
  if (!order.due) return null
  return MathBN.lt(order.due.amount, collection.price.amount)
    ? order.due
    : collection.price
}

/** By how much it exceeds what the order had left for it; null where nothing is given back. */
export function excessOf(
  paid: Price,
  order: Pick<PaidOrderFacts, "pending" | "due">
): Price | null {
  const over = orderToReturn(order)
  if (!over || !order.due) return null
  const left = MathBN.max(order.due.amount, 0)
  const amount = MathBN.min(MathBN.sub(paid.amount, left), over.amount)
  return MathBN.gt(amount, 0) ? comparablePrice({ ...paid, amount }) : null
}

/**
 * The credit line beside a refund's transaction,
 * so that the order does not ask for the money again.
 */
export function creditFor(pending: Price, refund: Price): Price | null {
  const asked = MathBN.add(pending.amount, refund.amount)
  const amount = MathBN.min(asked, refund.amount)
  return MathBN.gt(amount, 0) ? comparablePrice({ ...pending, amount }) : null
}

export function isUnpaid({
  canceled,
  pending,
}: Pick<OrderFacts, "canceled" | "pending">): boolean {
  return !canceled && pending !== null && MathBN.gt(pending.amount, 0)
}

type Movement = { amount: BigNumberInput } | null

export type PaymentMovements = {
  currency_code: string
  canceled_at?: unknown
  captures?: readonly Movement[] | null
  refunds?: readonly Movement[] | null
}

/** By the currency's digits: core captures 98.9009 EUR where 98.90 was paid and can be refunded. */
export function isStandingPayment(payment: PaymentMovements): boolean {
  if (payment.canceled_at) return false
  const captured = sum(payment.captures)
  if (MathBN.eq(captured, 0)) return true
  const left = MathBN.sub(captured, sum(payment.refunds))
  return MathBN.gt(toComparableAmount(left, payment.currency_code), 0)
}

/** Captured, not only authorized. */
export function isCapturedPayment(payment: PaymentMovements): boolean {
  return isStandingPayment(payment) && MathBN.gt(sum(payment.captures), 0)
}

/** By the payments that stand, refunds not counted. */
function capturedAmount(
  payments: readonly PaymentMovements[],
  { currency_code }: { currency_code: string }
) {
  const captured = payments
    .filter(isStandingPayment)
    .reduce(
      (total, { captures }) => MathBN.add(total, sum(captures)),
      MathBN.convert(0)
    )
  return toComparableAmount(captured, currency_code)
}

function sum(movements: readonly Movement[] | null | undefined) {
  return (movements ?? []).reduce(
    (total, movement) => MathBN.add(total, movement?.amount ?? 0),
    MathBN.convert(0)
  )
}

export type CollectionFacts = {
  /**
   * The order was placed from a cart by this collection;
   * else it is for an edit, a claim, an exchange or a draft.
   */
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
 * What can be paid by a collection; without a cart no more than is pending, since core does not
 * lower the amount where a part is forgiven. `changed`: core has captured less than it asks for
 * now, and `due` is what is pending.
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
  const isGone = facts.canceled || MathBN.lte(price.amount, 0)
  if (!pending || isGone || (for_cart && !isSamePrice(pending, price))) {
    return { state: "changed", due: pending }
  }
  const isForgiven = MathBN.gt(price.amount, pending.amount)
  return { state: "unpaid", due: isForgiven ? pending : price }
}

export type OrderCollection = {
  id: string
  status: string
  amount: BigNumberInput
  authorized_amount?: BigNumberInput | null
  captured_amount?: BigNumberInput | null
}

export function hasMoney(collections: readonly OrderCollection[]): boolean {
  return collections.some((each) => MathBN.gt(broughtBy(each), 0))
}

/** What a customer can be asked to pay; no collection where Medusa has no unpaid one. */
export type OrderDue = { price: Price; payment_collection_id: string | null }

/** Those that take a payment; Medusa's own payment link knows the first. */
const UNPAID_STATUSES = ["not_paid", "awaiting"]

/**
 * In the collection of Medusa's own payment link (`not_paid`), else of an order placed before its
 * payment (`awaiting`). One for more than is pending comes last: core does not lower it where a
 * part is forgiven. Null where nothing is due, or all waits for its capture.
 */
export function orderDue(
  { canceled, pending }: Pick<OrderFacts, "canceled" | "pending">,
  collections: readonly OrderCollection[]
): OrderDue | null {
  if (!pending || !isUnpaid({ canceled, pending })) return null
  const { currency_code } = pending
  for (const status of UNPAID_STATUSES) {
    for (const { id, amount, ...unpaid } of collections) {
      if (unpaid.status !== status) continue
      const price = comparablePrice({ amount, currency_code })
      if (!MathBN.gt(price.amount, 0)) continue
      if (MathBN.gt(price.amount, pending.amount)) continue
      return { price, payment_collection_id: id }
    }
  }
  const larger = collections.find(
    ({ status, amount }) =>
      status === "not_paid" && MathBN.gt(amount, pending.amount)
  )
  if (larger) return { price: pending, payment_collection_id: larger.id }
  const amount = collections.reduce(
    (rest, each) => MathBN.sub(rest, awaitingCapture(each)),
    MathBN.convert(pending.amount)
  )
  const price = comparablePrice({ amount, currency_code })
  return MathBN.gt(price.amount, 0)
    ? { price, payment_collection_id: null }
    : null
}

/** What Medusa computed to give back; null where there is nothing. */
export function orderToReturn({
  pending,
}: Pick<OrderFacts, "pending">): Price | null {
  if (!pending || !MathBN.lt(pending.amount, 0)) return null
  const amount = MathBN.mult(pending.amount, -1)
  return comparablePrice({ ...pending, amount })
}

type EndedOrder = Pick<OrderFacts, "canceled"> & {
  canceled_at: Date | string | null
  cancel_at: Date | null
}

export function isCanceledUnpaid(
  { canceled, canceled_at, cancel_at }: EndedOrder,
  collections: readonly OrderCollection[]
): boolean {
  if (!canceled || !canceled_at || !cancel_at) return false
  return new Date(canceled_at) >= cancel_at && !hasMoney(collections)
}

function broughtBy({ authorized_amount, captured_amount }: OrderCollection) {
  return MathBN.max(authorized_amount ?? 0, captured_amount ?? 0)
}

function awaitingCapture(collection: OrderCollection) {
  if (collection.status === "canceled") return MathBN.convert(0)
  return MathBN.sub(broughtBy(collection), collection.captured_amount ?? 0)
}

/** Exactly once: core looks for a transaction and then writes it, without a lock. */
export function areBooked(
  bookings: readonly OrderBooking[],
  captureIds: readonly string[]
): boolean {
  return captureIds.every((id) => bookingsBy(id, bookings).length === 1)
}

/** A capture, or a refund with its amount below zero. */
export type MovedMoney = { id: string; amount: BigNumberInput }

/**
 * Of several transactions of one capture or refund, all but one: two runs of core's
 * `add-order-transaction.js` at once, or one of them and ours, write one each. The one with its
 * amount stays, of two such the earlier.
 */
export function repeatedBookings(
  bookings: readonly OrderBooking[],
  moved: readonly MovedMoney[]
): string[] {
  return moved.flatMap(({ id, amount }) => {
    const of = bookingsBy(id, bookings)
    const exact = of.filter((each) => MathBN.eq(each.amount, amount))
    const kept = (exact.length > 0 ? exact : of).reduce<OrderBooking | null>(
      (first, each) => (first && isBefore(first, each) ? first : each),
      null
    )
    return of.flatMap((each) => (each === kept ? [] : each.id))
  })
}

function bookingsBy(id: string, bookings: readonly OrderBooking[]) {
  return bookings.filter(({ reference_id }) => reference_id === id)
}

/** Longer than core takes from a capture to its transaction. */
const BOOKS_WITHIN_MS = 60_000

/**
 * Whether core may be about to write the transaction of a capture that lacks it: written by two, it
 * would stand twice. The server that captured has a clock of its own: where it is ahead by more
 * than clocks differ, nobody waits for it.
 */
export function isBeingBooked(
  bookings: readonly OrderBooking[],
  own: readonly OrderCapture[],
  now: Date
): boolean {
  return own.some((capture) => {
    if (bookingsBy(capture.id, bookings).length > 0) return false
    const ageMs = now.getTime() - msOf(capture)
    return ageMs > -MAX_SKEW_MS && ageMs < BOOKS_WITHIN_MS
  })
}

/** `written`: ascending as the database wrote the rows of its table, where that was read. */
type Dated = {
  id: string
  created_at: Date | string
  written?: number | null
}

export type OrderCapture = Dated & { amount: BigNumberInput }

type DatedBooking = OrderBooking & Pick<Dated, "written">

/**
 * Core captures first and books afterwards: captures count by their own time, all else as booked.
 * @param total what the order cost then
 */
export function dueAtCapture(
  total: BigNumberInput,
  currency_code: string,
  bookings: readonly DatedBooking[],
  own: readonly OrderCapture[],
  others: readonly OrderCapture[]
): Price {
  const captures = [...own, ...others]
  const ownBookings = bookings.filter((each) => isOf(each, own))
  const booked = bookings.filter(
    (each) =>
      !isOf(each, captures) && ownBookings.every((own) => isBefore(each, own))
  )
  const captured = others.filter((each) =>
    own.every((capture) => isBefore(each, capture))
  )
  const amount = MathBN.sub(total, bookedTotal([...booked, ...captured]))
  return comparablePrice({ amount, currency_code })
}

/** Other payments, authorized or captured and not booked, have the rest of a pending amount. */
export function dueNow(
  pending: Price,
  bookings: readonly OrderBooking[],
  own: readonly OrderCapture[],
  others: readonly {
    amount: BigNumberInput
    captures: readonly OrderCapture[]
  }[]
): Price {
  const bookedOf = (captures: readonly OrderCapture[]) =>
    bookedTotal(bookings.filter((each) => isOf(each, captures)))
  const amount = others.reduce(
    (due, { amount, captures }) =>
      MathBN.sub(due, MathBN.max(MathBN.sub(amount, bookedOf(captures)), 0)),
    MathBN.add(pending.amount, bookedOf(own))
  )
  return comparablePrice({ ...pending, amount })
}

export type OrderVersion = { version: number; created_at: Date | string }

/**
 * The version of the order in which the last of these captures was booked; undefined before that.
 */
export function bookedVersion(
  bookings: readonly OrderBooking[],
  own: readonly OrderCapture[]
): number | undefined {
  const versions = bookings
    .filter((each) => isOf(each, own))
    .map(({ version }) => version)
  return versions.length > 0 ? Math.max(...versions) : undefined
}

/**
 * Whether something may have come between a capture and its transaction. A run of core that is not
 * stopped writes both at once and by one clock, and nobody else books a capture for a minute.
 */
export function isBookedLate(
  bookings: readonly OrderBooking[],
  own: readonly OrderCapture[]
): boolean {
  return own.some((capture) => {
    const booked = bookingsBy(capture.id, bookings)
    return (
      booked.length === 0 ||
      booked.some((each) => msOf(each) - msOf(capture) >= MAX_SKEW_MS)
    )
  })
}

/** The version that an order had when money was captured, or got so soon that clocks may differ. */
export function versionAtCapture(
  versions: readonly OrderVersion[],
  captured_at: Date | string
): number {
  const ms = msOf({ created_at: captured_at }) + MAX_SKEW_MS
  return versionAt(versions, new Date(ms))
}

/** The version that an order had at a moment; the first one where it was placed later. */
export function versionAt(
  versions: readonly OrderVersion[],
  moment: Date | string
): number {
  const ms = msOf({ created_at: moment })
  return versions
    .filter((version) => msOf(version) <= ms)
    .reduce((latest, { version }) => Math.max(latest, version), 1)
}

function isOf(
  { reference_id }: OrderBooking,
  captures: readonly OrderCapture[]
): boolean {
  return captures.some(({ id }) => id === reference_id)
}

/** More than the clocks of two servers differ. */
export const MAX_SKEW_MS = 30_000

/**
 * Rows have the time of the server that made them: close ones are in the order in which the
 * database wrote them. Ids are in the order of their creation, where two are of one millisecond.
 */
function isBefore(one: Dated, other: Dated): boolean {
  const gapMs = msOf(other) - msOf(one)
  const [first, second] = [one.written ?? null, other.written ?? null]
  const isWritten = first !== null && second !== null && first !== second
  if (isWritten && Math.abs(gapMs) < MAX_SKEW_MS) return first < second
  return gapMs > 0 || (gapMs === 0 && one.id < other.id)
}

function msOf({ created_at }: Pick<Dated, "created_at">): number {
  return new Date(created_at).getTime()
}
