import { randomBytes } from "node:crypto"
import { z } from "zod"

/** Statuses of a payment (merchant-api.md §3 and the observed ones). */
export const paymentStatus = z.enum([
  "created",
  "pending",
  "confirmed",
  "confirmed_manual",
  "failed",
  "expired",
])

export type PaymentStatus = z.infer<typeof paymentStatus>

/** Where the buyer sends how much of what. */
export const paymentTarget = z.object({
  currency: z.string(),
  wallet_address: z.string(),
  amount: z.string(),
})

export type PaymentTarget = z.infer<typeof paymentTarget>

/** A payment as the sandbox keeps it, in memory and in the state file. */
export const paymentRecord = z.object({
  id: z.string(),
  merchant_id: z.string(),
  flow: z.enum(["widget", "h2h"]),
  external_id: z.string(),
  status: paymentStatus,
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
  /** Chosen coin, its address and the crypto amount; null before the choice. */
  target: paymentTarget.nullable(),
  /** Crypto amount of a transfer that was too small; null without one. */
  underpaid_amount: z.string().nullable(),
  created_at: z.string(),
  /** End of the countdown, in milliseconds since 1970. */
  expires_at_ms: z.number(),
})

export type Payment = z.infer<typeof paymentRecord>

/** True once a payment waits for nothing more. */
export function isFinal(status: PaymentStatus): boolean {
  return status !== "created" && status !== "pending"
}

/** True for both ways of being paid. */
export function isPaid(status: PaymentStatus): boolean {
  return status === "confirmed" || status === "confirmed_manual"
}

/** A new opaque payment id of 22 characters. */
export function newPaymentId(): string {
  return Array.from(randomBytes(22), (byte) =>
    ID_LETTERS.charAt(byte % ID_LETTERS.length)
  ).join("")
}

const ID_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
