import type { Attempt } from "../../../modules/crypto-payment/internal"

/** The fields of an attempt that the admin can read: not the lease and the counters. */
export const cryptoPaymentFields = [
  "id",
  "provider_id",
  "merchant_id",
  "flow",
  "external_id",
  "revision",
  "gateway_payment_id",
  "cart_id",
  "payment_collection_id",
  "payment_session_id",
  "payment_id",
  "order_id",
  "amount",
  "currency_code",
  "target_currency",
  "crypto_amount",
  "quoted_crypto_amount",
  "received_crypto_amount",
  "crypto_currency",
  "crypto_network",
  "crypto_rate",
  "received_value",
  "fee_payer",
  "wallet_address",
  "is_test",
  "gateway_status",
  "gateway_amount",
  "gateway_currency",
  "state",
  "attention_reason",
  "attention_fact",
  "resolution",
  "refund_status",
  "next_check_at",
  "last_checked_at",
  "opened_at",
  "paid_at",
  "settled_at",
  "closed_at",
  "created_at",
  "updated_at",
] as const satisfies (keyof Attempt)[]

export const listConfig = {
  defaults: [...cryptoPaymentFields],
  allowed: [...cryptoPaymentFields],
  isList: true,
  defaultLimit: 20,
}

export const retrieveConfig = {
  defaults: [...cryptoPaymentFields, "events.*", "refunds.*"],
  allowed: [...cryptoPaymentFields, "events", "refunds"],
  isList: false,
}
