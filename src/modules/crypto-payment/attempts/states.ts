import { keysOf } from "../../../pick"

export const ATTEMPT_STATES = [
  "creating",
  "open",
  "paid",
  "settled",
  "attention",
  "resolved",
  "closed",
] as const

export type AttemptState = (typeof ATTEMPT_STATES)[number]

/** Of paid attempts, but for `unknown_status`: no money was confirmed, and it stays `open`. */
export const ATTENTION_REASONS = [
  "amount_mismatch",
  "duplicate_payment",
  "order_not_placed",
  "unmatched",
  "test_mode_mismatch",
  "late_payment",
  "unknown_status",
  "underpaid",
  "received_amount_unknown",
] as const

export type AttentionReason = (typeof ATTENTION_REASONS)[number]

const PAID_STATES: readonly AttemptState[] = [
  "paid",
  "settled",
  "attention",
  "resolved",
]

const ACCEPTABLE_REASONS: readonly (AttentionReason | null)[] = [
  "underpaid",
  "received_amount_unknown",
]

export function awaitsAcceptance(attempt: {
  state: AttemptState
  attention_reason?: AttentionReason | null
}): boolean {
  const { state, attention_reason = null } = attempt
  return state === "attention" && ACCEPTABLE_REASONS.includes(attention_reason)
}

export function isPaidState(state: AttemptState): boolean {
  return PAID_STATES.includes(state)
}

export function needsAttention(attempt: {
  state: AttemptState
  attention_reason: AttentionReason | null
}): boolean {
  return (
    attempt.state === "attention" ||
    (attempt.state === "open" && attempt.attention_reason === "unknown_status")
  )
}

/**
 * Every write of a state goes through it; only the later verification leads from `settled` to
 * `paid`.
 */
export const TRANSITIONS: Readonly<
  Record<AttemptState, readonly AttemptState[]>
> = {
  creating: ["open", "paid", "closed"],
  open: ["paid", "closed"],
  paid: ["settled", "attention"],
  attention: ["settled", "resolved", "attention"],
  closed: ["paid"],
  settled: ["paid"],
  resolved: [],
}

export function statesBefore(to: AttemptState): AttemptState[] {
  return keysOf(TRANSITIONS).filter((from) => TRANSITIONS[from].includes(to))
}

/** Each needs a text in the admin's languages (`timeline.entries`) to compile. */
export const TIMELINE_TYPES = [
  "created",
  "adopted",
  "opened",
  "gateway_error",
  "observation",
  "checked",
  "paid",
  "settled",
  "reopened",
  "attention",
  "failed",
  "closed",
  "resolved",
  "refund_recorded",
  "refund_booked",
  "refund_removed",
  "refund_requested",
  "refund_address_entered",
  "refund_revoked",
  "order_retried",
  "shortfall_accepted",
  "retried",
  "superseded",
  "not_expired",
  "session_released",
  "order_canceled",
  "order_misstated",
  "transaction_removed",
  "orphaned_order",
  "order_taken_back",
  "promotion_given_back",
  "placed_unpaid",
  "canceled_unpaid",
  "stock_miscounted",
] as const

export type TimelineType = (typeof TIMELINE_TYPES)[number]

export const RESOLUTION_KINDS = [
  "refunded",
  "order_placed_by_hand",
  "other",
] as const

/** `order` was placed by hand, `by` is the admin's user id, the transaction sent coins back. */
export type Resolution = {
  kind: (typeof RESOLUTION_KINDS)[number]
  note: string | null
  order: { id: string; display_id: number } | null
  transaction_hash: string | null
  by: string
}

/**
 * Whether a paid attempt was resolved, or some of its money was sent back or promised.
 * @param isGivenBack whether the ledger has a refund of the price, or an open request for one
 */
export function isSentBack(
  attempt: { state: AttemptState; resolution: { kind?: unknown } | null },
  isGivenBack: boolean
): boolean {
  const { state, resolution } = attempt
  if (!isPaidState(state)) return false
  // Resolved for its unknown status it was closed, and may be paid later.
  const kind = resolution?.kind
  if (kind === "refunded" || kind === "order_placed_by_hand") return true
  return state === "resolved" || isGivenBack
}
