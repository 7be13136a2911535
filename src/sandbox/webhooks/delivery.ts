import type { WebhookFaultKind } from "./webhook-faults"

/** One webhook to one address, with the history of its attempts. */
export interface Delivery {
  id: string
  payment_id: string
  merchant_id: string
  /** The payment's status that it announces. */
  status: string
  url: string
  /** Sent as it stands on each attempt. */
  body: string
  state: "waiting" | "delivered" | "given_up"
  /** When the next attempt is due, in milliseconds since 1970. */
  next_attempt_at_ms: number | null
  /** Attempts that are still allowed if they keep failing. */
  attempts_left: number
  attempts: DeliveryAttempt[]
}

/** What came of one attempt. */
export interface DeliveryAttempt {
  at: string
  /** The receiver's answer; null when there was none. */
  http_status: number | null
  /** Why there was no answer. */
  error: string | null
  duration_ms: number
  /** The fault that was played on it. */
  fault: WebhookFaultKind | null
}
