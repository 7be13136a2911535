import { z } from "zod"
import { webhookFault } from "../faults"
import type { Payment } from "../payments/payment"

/** One webhook to one address, with the history of its attempts. */
export const delivery = z.object({
  id: z.string(),
  payment_id: z.string(),
  merchant_id: z.string(),
  /** The payment status that it announces. */
  status: z.string(),
  url: z.string(),
  /** Sent unchanged on each attempt. */
  body: z.string(),
  state: z.enum(["waiting", "delivered", "given_up"]),
  /** When the next attempt is due, in milliseconds since 1970. */
  next_attempt_at_ms: z.number().nullable(),
  /** Attempts left while they fail. */
  attempts_left: z.number(),
  attempts: z.array(
    z.object({
      at: z.string(),
      /** Null without a response. */
      http_status: z.number().nullable(),
      error: z.string().nullable(),
      duration_ms: z.number(),
      /** The fault played on it. */
      fault: webhookFault.shape.kind.nullable(),
    })
  ),
})
export type Delivery = z.infer<typeof delivery>

/**
 * The webhook's body (contract §6). `amount` and `currency` are missing
 * when the payment expired, because nothing was paid.
 */
export function webhookBody(payment: Payment): string {
  const paid = payment.status === "expired" ? null : payment.target
  return JSON.stringify({
    id: payment.id,
    external_id: payment.external_id,
    status: payment.status,
    original_amount: payment.original_amount,
    original_currency: payment.original_currency,
    ...(paid ? { amount: paid.amount, currency: paid.currency } : {}),
    merchant_id: payment.merchant_id,
    terminal_id: "deprecated",
  })
}
