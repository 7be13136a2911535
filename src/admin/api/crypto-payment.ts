import type {
  AttemptState,
  AttentionReason,
} from "../../modules/crypto-payment/lifecycle/states"

/**
 * A crypto payment as `GET /admin/crypto-payments` tells of it. Amounts are
 * decimal strings: `amount` in `currency_code`, `crypto_amount` in
 * `crypto_currency`. Times are ISO 8601.
 */
export type AdminCryptoPayment = {
  id: string
  provider_id: string
  merchant_id: string
  flow: "widget" | "h2h" | null
  external_id: string
  gateway_payment_id: string | null
  cart_id: string | null
  order_id: string | null
  amount: string | null
  currency_code: string | null
  crypto_amount: string | null
  crypto_currency: string | null
  wallet_address: string | null
  is_test: boolean | null
  /** As the gateway wrote it: it may be one that nobody knows yet. */
  gateway_status: string | null
  state: AttemptState
  attention_reason: AttentionReason | null
  attention_detail: string | null
  opened_at: string | null
  paid_at: string | null
  settled_at: string | null
  closed_at: string | null
  created_at: string
  order?: AdminCryptoPaymentOrder | null
}

/** What the list tells of the order that a payment paid. */
export type AdminCryptoPaymentOrder = {
  id: string
  display_id: number | null
  email: string | null
}

/** The answer of `GET /admin/crypto-payments`, newest payment first. */
export type AdminCryptoPaymentsAnswer = {
  crypto_payments: AdminCryptoPayment[]
  count: number
  offset: number
  limit: number
}
