import type { SweepDemand as MerchantQueue } from "../../modules/crypto-payment/internal"
import type { Run } from "./run"

/** From this many due attempts on, a page of 100 is cheaper than single reads. */
const MIN_DUE = 3

/** Pages to read for attempts whose shoppers may be paying right now. */
const MAX_CLOSE_PAGES = 10

/** A page must replace at least this many single reads, on average. */
const REPLACED_BY_PAGE = 2

/** The clocks of gateway and database may differ by this much. */
const CLOCK_SKEW_MS = 5 * 60_000

/** What to find in a merchant's list of payments. */
export type SweepTargets = {
  due: number
  close: number
  oldest: Date | undefined
}

/** A merchant whose list of payments is read. */
export type ListedMerchant = {
  merchant_id: string
  merchant_key: string
  oldest_close: Date | null
}

type SweptMerchant = ListedMerchant & {
  targets: SweepTargets
  /** Whether it has open attempts that are not older than a day. */
  has_fresh: boolean
}

/** How far a sweep has come. */
export type SweepProgress = {
  pages_read: number
  due_found: number
  close_found: number
  /** When the last item of the last page was created, where it says so. */
  reached: Date | undefined
  more: boolean
}

/**
 * Whether to begin a sweep. With open attempts of the last day the first page is read
 * in each run: a payment becomes an order soon, however long the intervals are.
 */
export function beginsSweep(targets: SweepTargets, hasFresh: boolean): boolean {
  return hasFresh || targets.due >= MIN_DUE
}

/**
 * Whether one more page, newest first, is worth its cost: targets are left, can
 * still come, and the pages so far replaced enough single reads.
 */
export function readsNextPage(targets: SweepTargets, progress: SweepProgress) {
  const { pages_read, due_found, close_found, reached, more } = progress
  if (!more || isPast(targets.oldest, reached)) return false
  if (close_found < targets.close && pages_read < MAX_CLOSE_PAGES) return true
  if (due_found >= targets.due) return false
  return pages_read < affordablePages(targets.due, due_found)
}

/** The merchants to sweep: the gateway keeps one list for all providers of one. */
export function sweptMerchants(
  run: Pick<Run, "merchantKeyOf">,
  queues: readonly MerchantQueue[]
): SweptMerchant[] {
  const byId = new Map<string, SweptMerchant>()
  for (const each of queues) {
    const merchant_key = run.merchantKeyOf(each)
    if (merchant_key === undefined) continue
    const known = byId.get(each.merchant_id)
    byId.set(each.merchant_id, {
      merchant_id: each.merchant_id,
      merchant_key,
      targets: {
        due: (known?.targets.due ?? 0) + each.due,
        close: (known?.targets.close ?? 0) + each.close,
        oldest: oldestOf(
          known?.targets.oldest,
          each.oldest_due,
          each.oldest_close
        ),
      },
      oldest_close: oldestOf(known?.oldest_close, each.oldest_close) ?? null,
      has_fresh: (known?.has_fresh ?? false) || each.fresh > 0,
    })
  }
  return [...byId.values()]
}

/** A few pages at first (more, the more attempts are due), then as many as have paid off. */
function affordablePages(due: number, found: number): number {
  return 1 + Math.min(2, Math.floor(due / 50)) + found / REPLACED_BY_PAGE
}

function isPast(oldest: Date | undefined, reached: Date | undefined): boolean {
  if (!oldest) return true
  if (!reached) return false
  return reached.getTime() < oldest.getTime() - CLOCK_SKEW_MS
}

function oldestOf(...dates: (Date | null | undefined)[]): Date | undefined {
  const known = dates.flatMap((date) => date ?? [])
  return known.length > 0
    ? new Date(Math.min(...known.map((date) => date.getTime())))
    : undefined
}
