import type { DateRange } from "./list-view"

/** Since midnight, so that the value is the same all day. */
export function since(days: number): DateRange {
  const midnight = new Date()
  midnight.setHours(0, 0, 0, 0)
  midnight.setDate(midnight.getDate() - days)
  return { $gte: midnight.toISOString() }
}

/** A calendar month, by which books are kept, in the time of who looks. @param ago 0 is this one */
export function month(ago: number): DateRange {
  const start = new Date()
  start.setHours(0, 0, 0, 0)
  start.setMonth(start.getMonth() - ago, 1)
  const next = new Date(start)
  next.setMonth(next.getMonth() + 1)
  return {
    $gte: start.toISOString(),
    $lte: new Date(next.getTime() - 1).toISOString(),
  }
}
