import type { AttemptState } from "../../modules/crypto-payment"

/** What a reconcile run did. */
export type ReconcileSummary = {
  /** Attempts that were due and looked at: `in_pages` and `single` together. */
  looked_at: number
  /** Those that were found in the gateway's list. */
  in_pages: number
  /** Those that were dealt with one by one. */
  single: number
  pages: number
  settled: number
  attention: number
  /** Attempts that were closed because they will never be paid. */
  expired: number
  failed: number
  /** Calls of the gateway. */
  calls: number
  duration_ms: number
}

export function emptySummary(): ReconcileSummary {
  return {
    looked_at: 0,
    in_pages: 0,
    single: 0,
    pages: 0,
    settled: 0,
    attention: 0,
    expired: 0,
    failed: 0,
    calls: 0,
    duration_ms: 0,
  }
}

/** Counts what became of an attempt, where that is news. */
export function countOutcome(
  summary: ReconcileSummary,
  before: AttemptState | undefined,
  after: AttemptState
): void {
  if (before === after) return
  switch (after) {
    case "settled":
      summary.settled++
      return
    case "attention":
      summary.attention++
      return
    case "closed":
      summary.expired++
      return
    case "creating":
    case "open":
    case "paid":
    case "resolved":
      return
  }
}

/** One line for the log; undefined when there was nothing to do. */
export function describeSummary(summary: ReconcileSummary): string | undefined {
  const { looked_at, in_pages, pages, single, calls, duration_ms } = summary
  const { settled, attention, expired, failed } = summary
  if (looked_at + settled + attention + expired + failed === 0) return undefined
  return (
    `crypto payments: looked at ${looked_at} ` +
    `(${in_pages} in ${pages} ${pages === 1 ? "page" : "pages"}, ${single} single), ` +
    `${settled} settled, ${attention} attention, ${expired} expired, ` +
    `${failed} failed, ${calls} ${calls === 1 ? "call" : "calls"}, ${duration_ms} ms`
  )
}
