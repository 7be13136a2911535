import type { AdminCryptoPayment } from "./crypto-payment"

/** What the API lets a person do with a payment in its present state. */
export type AllowedAction =
  "check" | "retry_order" | "resolve" | "record_refund"

/** How a payment in attention can have been resolved. */
export const resolutionKinds = [
  "refunded",
  "order_placed_by_hand",
  "other",
] as const

export type ResolutionKind = (typeof resolutionKinds)[number]

/** One line of a payment's timeline; `data` depends on `type`. */
export type AdminCryptoPaymentEvent = {
  id: string
  type: string
  source: string
  data: Record<string, unknown> | null
  at: string
}

/** Coins that the merchant sent back: `amount` in `currency_code`. */
export type AdminCryptoPaymentRefund = {
  id: string
  amount: string
  currency_code: string
  transaction_hash: string
  note: string | null
  /** The user who recorded it. */
  created_by: string | null
  /** Medusa's refund for it, once the order shows it. */
  refund_id: string | null
  created_at: string
}

/** How a person dealt with a payment; `by` is the user's id. */
export type Resolution = {
  kind: ResolutionKind
  note: string | null
  transaction_hash: string | null
  by: string
  at: string
}

/** A crypto payment as `GET /admin/crypto-payments/:id` tells of it. */
export type AdminCryptoPaymentDetail = AdminCryptoPayment & {
  resolution: Resolution | null
  /** The price in the gateway's words, where it named one. */
  gateway_amount?: string | null
  gateway_currency?: string | null
  events?: AdminCryptoPaymentEvent[]
  refunds?: AdminCryptoPaymentRefund[]
  allowed_actions?: AllowedAction[]
}

/** The answer of that route, and of each action on a payment. */
export type AdminCryptoPaymentAnswer = {
  crypto_payment: AdminCryptoPaymentDetail
}
