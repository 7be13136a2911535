import { z } from "zod"
import { webhookFaultKind } from "./webhook-faults"

// What came of one attempt.
const deliveryAttempt = z.object({
  at: z.string(),
  /** The receiver's answer; null when there was none. */
  http_status: z.number().nullable(),
  /** Why there was no answer. */
  error: z.string().nullable(),
  duration_ms: z.number(),
  /** The fault that was played on it. */
  fault: webhookFaultKind.nullable(),
})

/** One webhook to one address, with the history of its attempts. */
export const delivery = z.object({
  id: z.string(),
  payment_id: z.string(),
  merchant_id: z.string(),
  /** The payment's status that it announces. */
  status: z.string(),
  url: z.string(),
  /** Sent as it stands on each attempt. */
  body: z.string(),
  state: z.enum(["waiting", "delivered", "given_up"]),
  /** When the next attempt is due, in milliseconds since 1970. */
  next_attempt_at_ms: z.number().nullable(),
  /** Attempts that are still allowed if they keep failing. */
  attempts_left: z.number(),
  attempts: z.array(deliveryAttempt),
})

export type Delivery = z.infer<typeof delivery>
