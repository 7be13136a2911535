import type { LedgerRow } from "./books"
import type { Rule, Violation } from "./report"

/** The statuses that have a meaning (contract §3, and two that were observed). */
const KNOWN = [
  "created",
  "pending",
  "confirmed",
  "confirmed_manual",
  "failed",
  "expired",
]

/**
 * An attempt that is not paid yet: it needs attention when, and only
 * when, it is left with an unknown status.
 */
export function auditOpen(
  { gateway_status, attention_reason, has_no_next_check }: LedgerRow,
  found: (rule: Rule, finding: string) => Violation
): Violation[] {
  const isUnknown = gateway_status !== null && !KNOWN.includes(gateway_status)
  if (attention_reason === null) {
    return isUnknown && has_no_next_check
      ? [found("no_word_for_a_person", `left ${gateway_status}, untold`)]
      : []
  }
  if (attention_reason !== "unknown_status") {
    return [found("attention_reason_wrong", `${attention_reason}: it is open`)]
  }
  return isUnknown
    ? []
    : [
        found(
          "attention_reason_wrong",
          `${attention_reason}: the gateway said ${gateway_status ?? "nothing"}`
        ),
      ]
}
