import { paymentOutcome } from "../../../gateway"
import type { Attempt } from "../ledger/rows"
import type { AttemptState, AttentionReason } from "./states"

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Minutes between the first checks of an attempt: two hours and a half in all. */
const growingMinutes = [1, 2, 3, 5, 8, 13, 21, 34, 55]

/**
 * Core's lock of a cart lasts two minutes: a completion is over, or rolled
 * back.
 */
export const verificationMs = 5 * minuteMs

/** Hourly checks after those, until the end of the first day. */
const hourlyChecks = 22

/** `checks` are those since it entered its state or got a session. */
type Checked = Pick<
  Attempt,
  "state" | "attention_reason" | "checks" | "closed_at" | "verified_at"
>

/**
 * Milliseconds until the next check, null for none; the database adds them to
 * its own clock. Counted in checks, so that a job that did not run skips none.
 * Unpaid: at growing intervals up to an hour, hourly for the rest of a day,
 * then daily until the late window ends, since a gateway might never end a
 * payment. Paid: at least hourly; without its order, daily in the long run.
 * Settled or mismatched: once more. Closed: hourly for a day, then daily until
 * its late window ends.
 */
export function nextCheckDelayMs(
  attempt: Checked,
  now: Date,
  lateWindowDays: number
): number | null {
  const { checks, attention_reason, verified_at } = attempt
  switch (attempt.state) {
    case "creating":
      return stepMs(checks)
    case "open":
      return isWatchOver(checks, lateWindowDays) ? null : stepMs(checks)
    case "paid":
      return Math.min(stepMs(checks), hourMs)
    case "attention":
      return attentionStepMs(attention_reason, checks)
    case "closed":
      return lateStepMs(attempt.closed_at ?? now, now, lateWindowDays)
    case "settled":
      return verified_at === null ? verificationMs : null
    case "resolved":
      return null
  }
}

/** As `nextCheckDelayMs`, for an attempt that enters a state. */
export function firstCheckDelayMs(
  to: AttemptState,
  reason: AttentionReason | null
): number | null {
  switch (to) {
    case "creating":
    case "open":
      return stepMs(0)
    case "paid":
      return 0
    case "settled":
      return verificationMs
    case "attention":
      return attentionStepMs(reason, 0)
    case "closed":
      return hourMs
    case "resolved":
      return null
  }
}

/**
 * A change of the cart that core rolls back is visible meanwhile, so that a
 * mismatch is decided once more when any change is over.
 */
function attentionStepMs(
  reason: AttentionReason | null,
  checks: number
): number | null {
  switch (reason) {
    case "order_not_placed":
      return stepMs(checks)
    case "amount_mismatch":
      return checks === 0 ? verificationMs : null
    default:
      return null
  }
}

function stepMs(checks: number): number {
  const minutes = growingMinutes[checks]
  if (minutes !== undefined) return minutes * minuteMs
  return checks < growingMinutes.length + hourlyChecks ? hourMs : dayMs
}

function isWatchOver(checks: number, lateWindowDays: number): boolean {
  return checks >= growingMinutes.length + hourlyChecks + lateWindowDays
}

function lateStepMs(closedAt: Date, now: Date, lateWindowDays: number) {
  const sinceClosedMs = now.getTime() - closedAt.getTime()
  const stepMs = sinceClosedMs < dayMs ? hourMs : dayMs
  return sinceClosedMs + stepMs <= lateWindowDays * dayMs ? stepMs : null
}

/**
 * Why an attempt is settled without an observation: `reconsider` decides again
 * about one that needs attention, `verify` also about a settled one.
 */
export type Again = "reconsider" | "verify"

/** Whether anything is to be decided, so that a repeated webhook costs no lease. */
export function needsSettling(
  attempt: Pick<Attempt, "state" | "gateway_status" | "verified_at">,
  again?: Again
): boolean {
  switch (attempt.state) {
    case "paid":
      return true
    case "attention":
      return again !== undefined
    case "creating":
    case "open":
      return paymentOutcome(attempt.gateway_status ?? "") === "unpaid"
    case "settled":
      return again === "verify" && attempt.verified_at === null
    case "closed":
    case "resolved":
      return false
  }
}
