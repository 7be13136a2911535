/** From so many due attempts on a page of 100 is cheaper than single reads. */
const worthwhile = 3

/** Pages read for the sake of attempts whose buyers may be paying right now. */
const maxClosePages = 10

/** A page must spare at least so many single reads, on average. */
const sparedByPage = 2

/** Clocks of gateway and database may differ by this much. */
const clockSkewMs = 5 * 60_000

/** What there is to look for in a merchant's list of payments. */
export type Wanted = {
  /** Attempts whose next look is due. */
  due: number
  /** Open attempts of the last hour. */
  close: number
  /** The oldest of all these; undefined when there are none. */
  oldest: Date | undefined
}

export type Progress = {
  pages_read: number
  due_found: number
  close_found: number
  /** When the last item of the last page was created, where it says so. */
  reached: Date | undefined
  /** Whether the gateway says that more items follow. */
  more: boolean
}

/**
 * Whether a sweep is begun at all. With open attempts of the last day the first
 * page is read in each run: so a payment becomes an order soon, whatever the
 * waits between single reads have grown to.
 */
export function beginsSweep(wanted: Wanted, hasFresh: boolean): boolean {
  return hasFresh || wanted.due >= worthwhile
}

/**
 * Whether one more page of the list, newest first, pays: something is still
 * looked for, it can still come, and the pages so far have spared single
 * reads enough.
 */
export function readsNextPage(wanted: Wanted, progress: Progress): boolean {
  const { pages_read, due_found, close_found, reached, more } = progress
  if (!more || isPast(wanted.oldest, reached)) return false
  if (close_found < wanted.close && pages_read < maxClosePages) return true
  if (due_found >= wanted.due) return false
  return pages_read < mayCost(wanted.due, due_found)
}

/** Pages on trust at first (more, the more are due), then as many as have paid. */
function mayCost(due: number, found: number): number {
  return 1 + Math.min(2, Math.floor(due / 50)) + found / sparedByPage
}

function isPast(oldest: Date | undefined, reached: Date | undefined): boolean {
  if (!oldest) return true
  if (!reached) return false
  return reached.getTime() < oldest.getTime() - clockSkewMs
}
