import type { DecimalString } from "../../coins/decimal"

export const ATTEMPT_STATES = [
  "creating",
  "open",
  "paid",
  "settled",
  "attention",
  "resolved",
  "closed",
] as const

export type AttemptState = (typeof ATTEMPT_STATES)[number]

/** Of paid attempts, but for `unknown_status`: no money was confirmed, and it stays `open`. */
export const ATTENTION_REASONS = [
  "amount_mismatch",
  "duplicate_payment",
  "order_not_placed",
  "unmatched",
  "test_mode_mismatch",
  "late_payment",
  "unknown_status",
  "underpaid",
  "received_amount_unknown",
] as const

export type AttentionReason = (typeof ATTENTION_REASONS)[number]

export const RESOLUTION_KINDS = [
  "refunded",
  "order_placed_by_hand",
  "other",
] as const

/** `order` was placed by hand, `by` is the admin's user id, the transaction sent coins back. */
export type Resolution = {
  kind: (typeof RESOLUTION_KINDS)[number]
  note: string | null
  order: { id: string; display_id: number } | null
  transaction_hash: string | null
  by: string
}

/** By the names of Medusa's payment statuses. */
export const REFUND_STATUSES = ["partially_refunded", "refunded"] as const

export type RefundStatus = (typeof REFUND_STATUSES)[number]

/**
 * `refund` of what Medusa captured, `return` of money that was never a sale there, `surplus` of
 * what arrived beyond the quote of a settled payment. The first two are of the price.
 */
export const REFUND_KINDS = ["refund", "return", "surplus"] as const

export type RefundKind = (typeof REFUND_KINDS)[number]

/** What sending back the price, or a part of it, is for this payment. */
export type PriceKind = Exclude<RefundKind, "surplus">

/** Of which part of what arrived a person asks to send back. */
export const REFUND_PARTS = ["price", "surplus"] as const

export type RefundPart = (typeof REFUND_PARTS)[number]

export const REFUND_REQUEST_STATES = [
  "waiting_for_address",
  "address_entered",
  "sent",
  "revoked",
] as const

export type RefundRequestState = (typeof REFUND_REQUEST_STATES)[number]

/** `amount` has the digits of the currency. */
export type Price = { amount: DecimalString; currency_code: string }

/** What keeps core from placing an order. */
export type Blocker =
  | "cart_locked"
  | "crypto_off"
  | "not_answering"
  | "out_of_stock"
  | "promotion_deleted"
  | "region_deleted"
  | "shipping_option_gone"
  | "variant_deleted"

/** An item of an order, and how many of it have no stock. */
export type UnreservedItem = { title: string; quantity: number }

/** Too few coins arrived, or nobody knows how many. */
export type ShortfallFact =
  | {
      type: "underpaid"
      /** Coins; `percent` of the quote is missing, which is `price` at its rate. */
      quoted: string
      received: string
      missing: string
      coin: string | null
      percent: string
      price: Price | null
      max_percent: string
    }
  | {
      type: "received_amount_unknown"
      quoted: string | null
      received: string | null
      coin: string | null
    }

/**
 * With values for a text in any language, and no id: the admin translates each type
 * (`attention.facts`).
 */
export type AttentionFact =
  | { type: "cart_price_differs"; paid: Price; due: Price }
  | { type: "collection_price_differs"; paid: Price; due: Price }
  | { type: "gateway_price_differs"; paid: Price; due: Price }
  | {
      type: "order_price_differs"
      order_number: number | null
      paid: Price
      due: Price
    }
  /** Something else was due when core captured it. */
  | {
      type: "captured_price_differs"
      order_number: number | null
      paid: Price | null
      due: Price | null
    }
  | { type: "order_overpaid"; order_number: number | null; excess: Price }
  | {
      type: "order_canceled"
      order_number: number | null
      shortfall: ShortfallFact | null
    }
  | { type: "canceled_order_holds_payment"; order_number: number | null }
  | { type: "order_gone" }
  | { type: "capture_gone" }
  | { type: "not_booked"; order_number: number | null }
  | { type: "not_bookable"; order_number: number | null }
  | { type: "order_paid_otherwise"; order_number: number | null }
  | { type: "order_paid_twice"; order_number: number | null }
  | { type: "cart_paid_otherwise" }
  | { type: "cart_paid_twice" }
  | { type: "cart_gone" }
  | { type: "cart_gone_after_close" }
  | { type: "no_cart_or_collection" }
  | { type: "price_unknown" }
  | { type: "test_coins" }
  | { type: "real_coins" }
  | { type: "test_mode_unknown" }
  | { type: "decided_by_admin" }
  | ShortfallFact
  /** `status` is in quotes, and short. */
  | { type: "unknown_status"; status: string }
  /** `name` is of what was deleted. */
  | {
      type: "blocked"
      blocker: Blocker
      name: string | null
      message: string | null
    }
  | { type: "failed"; message: string | null }
  | { type: "order_being_placed" }
  /** Core was stopped while it placed the order. */
  | { type: "order_half_done"; order_number: number | null }
  /** Core was stopped after it placed the order, or somebody deleted the reservations. */
  | {
      type: "stock_not_reserved"
      order_number: number | null
      unreserved: UnreservedItem[]
    }
  /** The number of another order than the payment's, and its id for a link. */
  | { type: "orphaned_order"; order_number: number | null; orphaned_id: string }
