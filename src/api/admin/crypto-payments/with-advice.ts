import {
  type Advice,
  adviceFor,
  type AttemptState,
  type AttentionReason,
  needsAttention,
} from "../../../modules/crypto-payment"

type Row = {
  state?: AttemptState
  attention_reason?: AttentionReason | null
}

/** A row of the ledger with what to do about it, where it needs attention. */
export function withAdvice<Found extends Row>(
  row: Found
): Found & { advice: Advice | null } {
  const { state, attention_reason } = row
  return {
    ...row,
    advice:
      state && attention_reason && needsAttention({ state, attention_reason })
        ? adviceFor(attention_reason)
        : null,
  }
}
