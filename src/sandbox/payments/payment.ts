import { randomBytes } from "node:crypto"

/** Statuses of a payment (merchant-api.md §3 and the observed ones). */
export type PaymentStatus =
  | "created"
  | "pending"
  | "confirmed"
  | "confirmed_manual"
  | "failed"
  | "expired"

/** A payment as the sandbox keeps it. */
export interface Payment {
  id: string
  merchant_id: string
  flow: "widget" | "h2h"
  external_id: string
  status: PaymentStatus
  is_test: boolean
  /** Priced amount with the digits that were sent. */
  original_amount: string
  original_currency: string
  callback_url: string | null
  success_url: string | null
  fail_url: string | null
  description: string | null
  fee_payer: "payer" | "payee"
  auto_trace: boolean
  /** Chosen coin, its address and the crypto amount; null before the choice. */
  target: PaymentTarget | null
  /** Crypto amount of a transfer that was too small; null without one. */
  underpaid_amount: string | null
  created_at: string
  /** End of the countdown, in milliseconds since 1970. */
  expires_at_ms: number
}

/** Where the buyer sends how much of what. */
export interface PaymentTarget {
  currency: string
  wallet_address: string
  amount: string
}

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
