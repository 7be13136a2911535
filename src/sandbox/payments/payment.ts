import { z } from "zod"

/** A payment as the sandbox keeps it, in memory and in the state file. */
export const paymentRecord = z.object({
  id: z.string(),
  merchant_id: z.string(),
  flow: z.enum(["widget", "h2h"]),
  external_id: z.string(),
  /** Contract §3, and the observed ones. */
  status: z.enum([
    "created",
    "pending",
    "confirmed",
    "confirmed_manual",
    "failed",
    "expired",
  ]),
  is_test: z.boolean(),
  /** Priced amount with the digits that were sent. */
  original_amount: z.string(),
  original_currency: z.string(),
  callback_url: z.string().nullable(),
  success_url: z.string().nullable(),
  fail_url: z.string().nullable(),
  description: z.string().nullable(),
  fee_payer: z.enum(["payer", "payee"]),
  auto_trace: z.boolean(),
  /** Null before a coin is chosen. */
  target: z
    .object({
      currency: z.string(),
      wallet_address: z.string(),
      amount: z.string(),
    })
    .nullable(),
  /** Crypto amount of an underpayment, if any. */
  underpaid_amount: z.string().nullable(),
  created_at: z.string(),
  /** End of the countdown, in milliseconds since 1970. */
  expires_at_ms: z.number(),
})

export type Payment = z.infer<typeof paymentRecord>

/** Coin, address and crypto amount of a transfer. */
export type PaymentTarget = NonNullable<Payment["target"]>

/** Whether a payment can still change by itself: its status is not final. */
export function isOpen(status: Payment["status"]): boolean {
  return status === "created" || status === "pending"
}

/** Whether a payment is paid, by a transfer or manually. */
export function isPaid(status: Payment["status"]): boolean {
  return status === "confirmed" || status === "confirmed_manual"
}
