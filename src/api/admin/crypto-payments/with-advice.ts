import {
  adviceFor,
  type Advice,
} from "../../../modules/crypto-payment/attention/advice"
import type { AttentionReason } from "../../../modules/crypto-payment/lifecycle/states"

type Row = { state?: string; attention_reason?: AttentionReason | null }

/** A row of the ledger with what to do about it, where it needs attention. */
export function withAdvice<Found extends Row>(
  row: Found
): Found & { advice: Advice | null } {
  const { state, attention_reason } = row
  return {
    ...row,
    advice:
      state === "attention" && attention_reason
        ? adviceFor(attention_reason)
        : null,
  }
}
