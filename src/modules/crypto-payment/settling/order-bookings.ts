import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import { comparablePrice, type Price } from "./price"

/** A transaction of an order, as the Order Module lists it. */
export type OrderBooking = {
  id: string
  amount: BigNumberInput
  reference_id?: string | null
  created_at: Date | string
}

/** Whether each of these captures is among an order's transactions. */
export function areBooked(
  bookings: readonly OrderBooking[],
  captureIds: readonly string[]
): boolean {
  return captureIds.every((id) =>
    bookings.some(({ reference_id }) => reference_id === id)
  )
}

/** The sum of an order's transactions. */
export function bookedTotal(bookings: readonly Pick<OrderBooking, "amount">[]) {
  return bookings.reduce(
    (sum, { amount }) => MathBN.add(sum, amount),
    MathBN.convert(0)
  )
}

/** A capture of a payment of the order. */
export type OrderCapture = {
  id: string
  amount: BigNumberInput
  created_at: Date | string
}

/**
 * What was due for an order before a payment was captured for it. Core captures first
 * and books afterwards, so captures count by their own time, all else as it is booked.
 * @param total what the order cost then
 * @param others the captures of all other payments of the order
 */
export function dueAtCapture(
  total: BigNumberInput,
  currency_code: string,
  bookings: readonly OrderBooking[],
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

/** A payment that stands beside another one: its amount, and its captures. */
export type OtherPayment = {
  amount: BigNumberInput
  captures: readonly OrderCapture[]
}

/**
 * What is left of a pending amount for a payment: other payments that are authorized, or
 * captured and not booked yet, have the rest; what is booked of it is a part of it.
 */
export function dueNow(
  pending: Price,
  bookings: readonly OrderBooking[],
  own: readonly OrderCapture[],
  others: readonly OtherPayment[]
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

/** A version of an order, with when it became one. */
export type OrderVersion = { version: number; created_at: Date | string }

/** The version that an order had at a moment; the first one where it was placed later. */
export function versionAt(
  versions: readonly OrderVersion[],
  moment: Date | string
): number {
  const ms = new Date(moment).getTime()
  return versions
    .filter(({ created_at }) => new Date(created_at).getTime() <= ms)
    .reduce((latest, { version }) => Math.max(latest, version), 1)
}

function isOf(
  { reference_id }: OrderBooking,
  captures: readonly OrderCapture[]
): boolean {
  return captures.some(({ id }) => id === reference_id)
}

type Dated = Pick<OrderCapture, "id" | "created_at">

/** Ids are in the order of their creation, where two are of one millisecond. */
function isBefore(one: Dated, other: Dated): boolean {
  const ms = ({ created_at }: Dated) => new Date(created_at).getTime()
  return ms(one) < ms(other) || (ms(one) === ms(other) && one.id < other.id)
}
