import type { AdminCryptoPaymentEvent } from "../../api/types"

type Entry = Pick<AdminCryptoPaymentEvent, "id" | "type" | "at">

/** What is written down at one moment came about in this order. */
const IN_ONE_GO = [
  "created",
  "opened",
  "observation",
  "checked",
  "paid",
  "refund_recorded",
  "refund_booked",
]

/** For sorting a timeline, the latest entry first. */
export function laterFirst(a: Entry, b: Entry): number {
  return (
    b.at.localeCompare(a.at) || rank(b) - rank(a) || b.id.localeCompare(a.id)
  )
}

/** What is not named is what came of the others: settled, closed, resolved. */
function rank({ type }: Entry): number {
  const place = IN_ONE_GO.indexOf(type)
  return place < 0 ? IN_ONE_GO.length : place
}
