import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import { comparablePrice, type Price } from "./facts"

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
export function bookedTotal(bookings: readonly OrderBooking[]) {
  return bookings.reduce(
    (sum, { amount }) => MathBN.add(sum, amount),
    MathBN.convert(0)
  )
}

/**
 * What was due for an order before captures were booked on it; where they are not
 * booked yet, what is due before they are.
 * @param total what the order cost when they were captured
 */
export function dueAtBooking(
  bookings: readonly OrderBooking[],
  captureIds: readonly string[],
  total: BigNumberInput,
  currency_code: string
): Price {
  const isOwn = ({ reference_id }: OrderBooking) =>
    captureIds.includes(String(reference_id))
  const before = bookings.filter(
    (each) =>
      !isOwn(each) && bookings.filter(isOwn).every((own) => isBefore(each, own))
  )
  const amount = MathBN.sub(total, bookedTotal(before))
  return comparablePrice({ amount, currency_code })
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

/** Ids are in the order of their creation, where two are of one millisecond. */
function isBefore(one: OrderBooking, other: OrderBooking): boolean {
  const ms = ({ created_at }: OrderBooking) => new Date(created_at).getTime()
  return ms(one) < ms(other) || (ms(one) === ms(other) && one.id < other.id)
}
