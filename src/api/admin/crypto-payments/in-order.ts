/** What a request may have left out of an entry is not there. */
type Entry = { id?: string; type?: string; at?: Date }

/** What is written down at one moment came about in this order. */
const inOneGo = [
  "created",
  "opened",
  "observation",
  "checked",
  "paid",
  "refund_recorded",
  "refund_booked",
]

/** A timeline as things happened, the oldest first; the database has its own order. */
export function inOrder<Of extends Entry>(entries: readonly Of[]): Of[] {
  return [...entries].sort(
    (a, b) =>
      Number(a.at) - Number(b.at) ||
      rank(a) - rank(b) ||
      String(a.id).localeCompare(String(b.id))
  )
}

/** What is not named is what came of the others: settled, closed, resolved. */
function rank({ type }: Entry): number {
  const place = inOneGo.indexOf(type ?? "")
  return place < 0 ? inOneGo.length : place
}
