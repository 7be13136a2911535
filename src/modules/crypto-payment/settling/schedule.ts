import { paymentOutcome } from "../../../gateway"
import { awaitsAcceptance } from "../attempts/states"
import type { AttemptState, AttentionReason } from "../column-values"
import type { Attempt } from "../models/crypto-payment"

export const MINUTE_MS = 60_000

export const HOUR_MS = 60 * MINUTE_MS

export const DAY_MS = 24 * HOUR_MS

/** Minutes between the first checks of an attempt: two hours and a half in all. */
const GROWING_MINUTES = [1, 2, 3, 5, 8, 13, 21, 34, 55]

/** While its countdown may run, each minute: its shopper may be paying without a webhook. */
const COUNTDOWN_CHECKS = 32
const COUNTDOWN_STEPS = 6

/** Longer than core's lock of a cart, two minutes: a completion is over, or rolled back. */
const VERIFICATION_MS = 5 * MINUTE_MS

/** How long what fails for a moment is only tried again; then a person is told as well. */
const PASSING_MS = HOUR_MS

export function mayStillPass(failingForMs: number): boolean {
  return failingForMs < PASSING_MS
}

/** Hourly checks after those, until the end of the first day. */
const HOURLY_CHECKS = 22

/** `checks` are those since it entered its state or got a session. */
type Checked = Pick<
  Attempt,
  | "state"
  | "attention_reason"
  | "checks"
  | "paid_at"
  | "closed_at"
  | "verified_at"
  | "shortfall_accepted_at"
>

/**
 * Null for none. Counted in checks, so that a job that did not run skips none. Creating, or in
 * attention without its order: at growing intervals, daily in the long run. Open: each minute for
 * half an hour, growing to an hour, daily after a day. Paid: at least hourly, and each ten minutes
 * at first. Settled or mismatched: once more. Closed: hourly for a day, then daily. Open and closed
 * end with the late window.
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
      return openStepMs(checks, lateWindowDays)
    case "paid":
      return Math.min(stepMs(checks), paidStepMs(attempt, now))
    case "attention":
      // An accepted payment waits for its order, also where a check came in between.
      return awaitsAcceptance(attempt) && attempt.shortfall_accepted_at
        ? stepMs(checks)
        : attentionStepMs(attention_reason, checks)
    case "closed":
      return lateStepMs(attempt.closed_at ?? now, now, lateWindowDays)
    case "settled":
      return verified_at === null ? VERIFICATION_MS : null
    case "resolved":
      return null
  }
}

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
      return VERIFICATION_MS
    case "attention":
      return attentionStepMs(reason, 0)
    case "closed":
      return HOUR_MS
    case "resolved":
      return null
  }
}

/**
 * A change of the cart that core rolls back is visible meanwhile: a mismatch is decided once more.
 */
function attentionStepMs(reason: AttentionReason | null, checks: number) {
  switch (reason) {
    case "order_not_placed":
    case "received_amount_unknown": // Its quote may be read then.
      return stepMs(checks)
    case "amount_mismatch":
      return checks === 0 ? VERIFICATION_MS : null
    default:
      return null
  }
}

/** Steps that grow further would pass over the end of the hour after which a person is told. */
function paidStepMs({ paid_at }: Checked, now: Date): number {
  const sinceMs = paid_at === null ? Infinity : Number(now) - Number(paid_at)
  return sinceMs < 2 * PASSING_MS ? 10 * MINUTE_MS : HOUR_MS
}

function stepMs(checks: number): number {
  const minutes = GROWING_MINUTES[checks]
  if (minutes !== undefined) return minutes * MINUTE_MS
  return checks < GROWING_MINUTES.length + HOURLY_CHECKS ? HOUR_MS : DAY_MS
}

function openStepMs(checks: number, lateWindowDays: number): number | null {
  if (checks < COUNTDOWN_CHECKS) return MINUTE_MS
  const steps = checks - COUNTDOWN_CHECKS + COUNTDOWN_STEPS
  const isOver =
    steps >= GROWING_MINUTES.length + HOURLY_CHECKS + lateWindowDays
  return isOver ? null : stepMs(steps)
}

function lateStepMs(closedAt: Date, now: Date, lateWindowDays: number) {
  const sinceClosedMs = now.getTime() - closedAt.getTime()
  const stepMs = sinceClosedMs < DAY_MS ? HOUR_MS : DAY_MS
  return sinceClosedMs + stepMs <= lateWindowDays * DAY_MS ? stepMs : null
}

/** A merchant that was configured wrong, or is gone, may come back within this time. */
const UNREACHABLE_DAYS = 30

/** No provider with the merchant of an unpaid attempt is configured, for longer than that. */
export function isUnreachableForGood(
  {
    created_at,
    last_checked_at,
  }: Pick<Attempt, "created_at" | "last_checked_at">,
  now: Date
): boolean {
  const reachedAt = last_checked_at ?? created_at
  return now.getTime() - reachedAt.getTime() > UNREACHABLE_DAYS * DAY_MS
}

/** `reconsider` decides again about one that needs attention, `verify` also about a settled one. */
export type Again = "reconsider" | "verify"

/** Whether anything is to be decided, so that a repeated webhook costs no lease. */
export function needsSettling(
  attempt: Pick<Attempt, "state" | "gateway_status" | "verified_at"> &
    Partial<Pick<Attempt, "attention_reason">>,
  again?: Again
): boolean {
  switch (attempt.state) {
    case "paid":
      return true
    case "attention":
      // A later webhook can name more, or a confirmation by a person.
      return again !== undefined || awaitsAcceptance(attempt)
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

/** Core replaces sessions in several steps. */
export const QUIET_SECONDS = 120

/** Checks that try to expire a payment at a gateway that does not. */
const MAX_EXPIRIES = 5

export type UseFacts = {
  state: AttemptState
  /** How many of the sessions that it was ever given exist at this moment. */
  live_sessions: number
  /** Its cart is completed, and its order is paid or costs something else. */
  not_due: boolean
  paid_otherwise: boolean
  order_canceled: boolean
  /** Since it was opened, or a session of it was removed later. */
  quiet_for_seconds: number
}

export function isSuperseded(facts: UseFacts): boolean {
  if (facts.state !== "open") return false
  if (facts.quiet_for_seconds < QUIET_SECONDS) return false
  return (
    facts.live_sessions === 0 ||
    facts.not_due ||
    facts.paid_otherwise ||
    facts.order_canceled
  )
}

export type UnpaidPayment = {
  /** Null for a payment that was not opened by this store. */
  flow: "widget" | "h2h" | null
  status: string | null
  /** The crypto side, which a payment gets with its coin. */
  currency?: string | null
  wallet_address?: string | null
}

/** Before a coin is chosen: afterwards coins may be on their way to the address shown. */
export function mayEndAtGateway(payment: UnpaidPayment): boolean {
  return (
    payment.flow === "widget" &&
    payment.status === "created" &&
    !payment.currency &&
    !payment.wallet_address
  )
}

export function mayExpire(attempt: Attempt): boolean {
  return (
    attempt.state === "open" &&
    attempt.superseded_at !== null &&
    attempt.checks < MAX_EXPIRIES &&
    isWithoutCoin(attempt)
  )
}

/** `mayEndAtGateway`, by what the ledger knows. */
export function isWithoutCoin(
  attempt: Pick<
    Attempt,
    "flow" | "wallet_address" | "gateway_status" | "crypto_currency"
  >
): boolean {
  const { flow, wallet_address } = attempt
  const { gateway_status: status, crypto_currency: currency } = attempt
  return mayEndAtGateway({ flow, status, currency, wallet_address })
}
