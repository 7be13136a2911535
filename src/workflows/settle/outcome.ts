import type { AttentionReason } from "../../modules/crypto-payment"

/**
 * What came of acting on a decision, checked against Medusa.
 * - `failed`: core did not get it done; `retryable` when the cause lies in the
 *   machinery (a lock, a connection) and not in the cart.
 */
export type Outcome =
  | { type: "recorded" }
  | { type: "closed" }
  /** A settled attempt still has its order and capture. */
  | { type: "verified" }
  | { type: "settled"; order_id: string | null; payment_id: string }
  | {
      type: "attention"
      reason: AttentionReason
      detail: string
      /** The order that it concerns, where there is one. */
      order_id: string | null
    }
  | {
      type: "failed"
      detail: string
      retryable: boolean
      /** The order that waits for this payment, where there is one already. */
      order_id: string | null
    }
