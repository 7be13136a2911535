import type { AttentionReason } from "../attempts/states"
import type { AttentionFact } from "./attention-fact"

/**
 * What to do about a gateway payment.
 * - `record`: nothing beyond what was written down; of a paid attempt, nothing yet.
 * - `close`: the attempt ended unpaid; `session_id` is the session to end with it.
 * - `process`: hand the session to core as captured.
 * - `book`: the order is paid, but core was stopped before it wrote the capture
 *   into the order's transactions; hand it the session once more.
 * - `reattach`: give the cart or collection a session for this attempt, then decide again.
 * - `settle`: the order exists and is paid by this attempt with its exact total.
 * - `verify`: a settled attempt is still what was written down.
 * - `reopen`: core rolled back the order or the capture of a settled attempt.
 * - `attention`: a person is needed; `fact` says what was found.
 */
export type Decision =
  | { type: "record" }
  | {
      type: "close"
      session_id: string | null
      session_status: "canceled" | "error"
    }
  | { type: "process"; session_id: string }
  | { type: "book"; session_id: string }
  | { type: "reattach" }
  | { type: "settle"; order_id: string | null; payment_id: string }
  | { type: "verify" }
  | { type: "reopen"; fact: AttentionFact }
  | { type: "attention"; reason: AttentionReason; fact: AttentionFact }

export function attention(
  reason: AttentionReason,
  fact: AttentionFact
): Decision {
  return { type: "attention", reason, fact }
}
