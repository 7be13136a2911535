import type { AttemptState, AttentionReason } from "../column-values"
import { keysOf } from "../../../pick"

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
export type TimelineType =
  | "created"
  | "adopted"
  | "opened"
  | "gateway_error"
  | "observation"
  | "checked"
  | "paid"
  | "settled"
  | "reopened"
  | "attention"
  | "failed"
  | "closed"
  | "resolved"
  | "refund_recorded"
  | "refund_booked"
  | "refund_removed"
  | "refund_requested"
  | "refund_address_entered"
  | "refund_revoked"
  | "refund_opened"
  | "order_retried"
  | "shortfall_accepted"
  | "retried"
  | "superseded"
  | "not_expired"
  | "session_released"
  | "order_canceled"
  | "order_misstated"
  | "transaction_removed"
  | "orphaned_order"
  | "order_taken_back"
  | "promotion_given_back"
  | "placed_unpaid"
  | "canceled_unpaid"
  | "stock_miscounted"

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
