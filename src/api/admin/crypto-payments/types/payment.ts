export type AdminCryptoPaymentState =
  "creating" | "open" | "paid" | "settled" | "attention" | "resolved" | "closed"

export type AdminCryptoPaymentReason =
  | "amount_mismatch"
  | "duplicate_payment"
  | "order_not_placed"
  | "unmatched"
  | "test_mode_mismatch"
  | "late_payment"
  | "unknown_status"

/** What the API lets a person do with a payment in its present state. */
export type AdminCryptoPaymentAction =
  "check" | "retry_order" | "resolve" | "record_refund"

/** How a person dealt with a payment that needed attention. */
export type AdminCryptoResolutionKind =
  "refunded" | "order_placed_by_hand" | "other"

export type AdminCryptoPaymentOrder = {
  id: string
  display_id: number | null
  email: string | null
}

export type AdminCryptoPaymentCart = {
  id: string
  email: string | null
  customer_id: string | null
}

/** What a person needs to know of a payment that needs attention; English. */
export type AdminCryptoPaymentAdvice = {
  what_happened: string
  where_the_money_is: string
  what_to_do: string
}

/**
 * A crypto payment as the list tells of it. Amounts are decimal strings:
 * `amount` in `currency_code`, `crypto_amount` in `crypto_currency`,
 * `gateway_amount` (the price as the gateway names it) in `gateway_currency`.
 * Times are ISO 8601.
 */
export type AdminCryptoPayment = {
  id: string
  provider_id: string
  merchant_id: string
  flow: "widget" | "h2h" | null
  external_id: string
  revision: number
  gateway_payment_id: string | null
  cart_id: string | null
  payment_collection_id: string | null
  payment_session_id: string | null
  payment_id: string | null
  order_id: string | null
  amount: string | null
  currency_code: string | null
  target_currency: string | null
  crypto_amount: string | null
  crypto_currency: string | null
  wallet_address: string | null
  is_test: boolean | null
  /** As the gateway wrote it: it may be one that nobody knows yet. */
  gateway_status: string | null
  gateway_amount: string | null
  gateway_currency: string | null
  state: AdminCryptoPaymentState
  /** With `unknown_status` the state is `open`: nothing was confirmed. */
  attention_reason: AdminCryptoPaymentReason | null
  /** What was found in this case: amounts, ids, Medusa's own words. */
  attention_detail: string | null
  advice: AdminCryptoPaymentAdvice | null
  resolution: AdminCryptoResolution | null
  next_check_at: string | null
  last_checked_at: string | null
  opened_at: string | null
  paid_at: string | null
  settled_at: string | null
  closed_at: string | null
  created_at: string
  updated_at: string
  order: AdminCryptoPaymentOrder | null
  cart: AdminCryptoPaymentCart | null
}

/** `by` is the user's id. */
export type AdminCryptoResolution = {
  kind: AdminCryptoResolutionKind
  note: string | null
  transaction_hash: string | null
  by: string
  at: string
}

/** One line of a payment's timeline; `data` depends on `type`. */
export type AdminCryptoPaymentEvent = {
  id: string
  type: string
  source: string
  data: Record<string, unknown> | null
  at: string
}

/** Coins that the merchant sent back: `amount` in `currency_code`. */
export type AdminCryptoRefund = {
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

/** A crypto payment as the routes of a single one tell of it. */
export type AdminCryptoPaymentDetail = AdminCryptoPayment & {
  /** The oldest first. */
  events: AdminCryptoPaymentEvent[]
  refunds: AdminCryptoRefund[]
  allowed_actions: AdminCryptoPaymentAction[]
}
