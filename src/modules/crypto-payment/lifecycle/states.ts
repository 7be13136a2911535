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

/** Why a paid attempt is in front of a person. */
export const attentionReasons = [
  "amount_mismatch",
  "duplicate_payment",
  "order_not_placed",
  "unmatched",
  "test_mode_mismatch",
  "late_payment",
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
