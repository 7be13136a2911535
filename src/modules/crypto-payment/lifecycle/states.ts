/** The states of an attempt; `transitions.ts` says which may follow which. */
export const attemptStates = [
  "creating",
  "open",
  "paid",
  "settled",
  "attention",
  "resolved",
  "closed",
] as const

export type AttemptState = (typeof attemptStates)[number]

/**
 * Why an attempt is in front of a person. All but `unknown_status` are of paid
 * attempts, in the state `attention`: that one is of an attempt that stays
 * `open`, since no money was confirmed.
 */
export const attentionReasons = [
  "amount_mismatch",
  "duplicate_payment",
  "order_not_placed",
  "unmatched",
  "test_mode_mismatch",
  "late_payment",
  "unknown_status",
] as const

export type AttentionReason = (typeof attentionReasons)[number]

/** States that an attempt can only be in after the gateway confirmed money. */
export const moneySeenStates = [
  "paid",
  "settled",
  "attention",
  "resolved",
] as const satisfies readonly AttemptState[]

/** True once the gateway confirmed money for the attempt, whatever came of it. */
export function isMoneySeen(state: AttemptState): boolean {
  return (moneySeenStates as readonly AttemptState[]).includes(state)
}

/** Whether a person is needed now: `attention`, or `open` with a reason. */
export function needsAttention(attempt: {
  state: AttemptState
  attention_reason: AttentionReason | null
}): boolean {
  return (
    attempt.state === "attention" ||
    (attempt.state === "open" && attempt.attention_reason !== null)
  )
}
