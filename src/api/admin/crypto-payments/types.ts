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

/** The admin actions that a payment's state allows. */
export type AdminCryptoPaymentAction =
  "check" | "retry_order" | "resolve" | "record_refund"

/** How a payment that needed attention was resolved. */
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

/** For a payment that needs attention; in English. */
export type AdminCryptoPaymentAdvice = {
  what_happened: string
  where_the_money_is: string
  what_to_do: string
}

/**
 * A crypto payment in the list. Amounts are decimal strings: `amount` in
 * `currency_code`, `crypto_amount` in `crypto_currency`, `gateway_amount` (the
 * price at the gateway) in `gateway_currency`. Times are ISO 8601.
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
  /** As the gateway sent it; it can be one that the plugin does not know. */
  gateway_status: string | null
  gateway_amount: string | null
  gateway_currency: string | null
  state: AdminCryptoPaymentState
  /** With `unknown_status` the state is `open`: nothing was confirmed. */
  attention_reason: AdminCryptoPaymentReason | null
  /** Details of this case: amounts, ids, Medusa's error message. */
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

/** An entry of a payment's timeline; `data` depends on `type`. */
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
  /** Medusa's refund, once it is booked on the order. */
  refund_id: string | null
  created_at: string
}

/** A crypto payment of a route with one payment. */
export type AdminCryptoPaymentDetail = AdminCryptoPayment & {
  /** Oldest first. */
  events: AdminCryptoPaymentEvent[]
  refunds: AdminCryptoRefund[]
  allowed_actions: AdminCryptoPaymentAction[]
}

type OneOrMany<Value> = Value | Value[]

/** ISO 8601; each bound is optional. */
type Span = { gt?: string; gte?: string; lt?: string; lte?: string }

type Sorting = "created_at" | "updated_at" | "state"

/** Query of `GET /admin/crypto-payments`. */
export type AdminCryptoPaymentsQuery = {
  /**
   * Order number or e-mail address, in full; the beginning of a cart's id, gateway id, address or
   * transaction hash of a refund; id of payment, order or session, in full.
   */
  q?: string
  id?: OneOrMany<string>
  state?: OneOrMany<AdminCryptoPaymentState>
  gateway_status?: OneOrMany<string>
  /** Whether it needs attention now. */
  attention?: "true" | "false"
  reason?: OneOrMany<AdminCryptoPaymentReason>
  is_test?: "true" | "false"
  provider_id?: OneOrMany<string>
  /** Coin, as the gateway names it. */
  currency?: OneOrMany<string>
  order_id?: OneOrMany<string>
  cart_id?: OneOrMany<string>
  created_at?: Span
  updated_at?: Span
  /** @default "-created_at" */
  order?: Sorting | `-${Sorting}`
  /** @default 20, at most 1000 */
  limit?: number
  offset?: number
  fields?: string
}

export type AdminCryptoPaymentsResponse = {
  crypto_payments: AdminCryptoPayment[]
  count: number
  offset: number
  limit: number
}

/** `GET /admin/crypto-payments/:id`, and each action on a payment. */
export type AdminCryptoPaymentResponse = {
  crypto_payment: AdminCryptoPaymentDetail
}

/** Body of `POST /admin/crypto-payments/adopt`. */
export type AdminAdoptCryptoPaymentBody = {
  /** As the gateway's dashboard shows it. */
  gateway_payment_id: string
  /** Needed only where the payment's callback URL does not name it. */
  provider_id?: string
}

/** Body of `POST /admin/crypto-payments/check`: at most 50. */
export type AdminCheckCryptoPaymentsBody = { ids: string[] }

/** One result for each id, in the order of the request. */
export type AdminCheckCryptoPaymentsResponse = {
  results: { id: string; ok: boolean; message?: string }[]
}

/** Body of `POST /admin/crypto-payments/:id/resolve`. */
export type AdminResolveCryptoPaymentBody = {
  kind: AdminCryptoResolutionKind
  note?: string | null
  /** Required for `refunded`, unless the whole amount is recorded as refunded. */
  transaction_hash?: string | null
}

/** Body of `POST /admin/crypto-payments/:id/refunds`. */
export type AdminRecordCryptoRefundBody = {
  /** Decimal string in the currency that was paid for: "19.99". */
  amount: string
  transaction_hash: string
  note?: string | null
}
