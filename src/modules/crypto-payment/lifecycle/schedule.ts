import type { AttemptState, AttentionReason } from "./states"

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Minutes between the first looks at an attempt, then hourly. */
const openMinutes = [1, 2, 3, 5, 8, 13, 21, 34, 55]

type Watched = {
  state: AttemptState
  attention_reason: AttentionReason | null
  /** How often it was looked at since it entered its state or was opened. */
  checks: number
  closed_at: Date | null
}

/**
 * Milliseconds until an attempt is looked at again; null when nothing more can
 * come of it. A span, not a date: the database adds it to its own clock.
 * While it waits for money or for an order the steps grow by Fibonacci to an
 * hour; a closed one is watched hourly for a day, then daily to the end of
 * its late window.
 */
export function nextCheckDelayMs(
  attempt: Watched,
  now: Date,
  lateWindowDays: number
): number | null {
  switch (attempt.state) {
    case "creating":
    case "open":
    case "paid":
      return growingStepMs(attempt.checks)
    case "attention":
      return attempt.attention_reason === "order_not_placed"
        ? growingStepMs(attempt.checks)
        : null
    case "closed":
      return lateStepMs(attempt.closed_at ?? now, now, lateWindowDays)
    case "settled":
    case "resolved":
      return null
  }
}

function growingStepMs(checks: number): number {
  return (openMinutes[checks] ?? 60) * minuteMs
}

function lateStepMs(
  closedAt: Date,
  now: Date,
  lateWindowDays: number
): number | null {
  const sinceClosedMs = now.getTime() - closedAt.getTime()
  const stepMs = sinceClosedMs < dayMs ? hourMs : dayMs
  return sinceClosedMs + stepMs <= lateWindowDays * dayMs ? stepMs : null
}
