import type { Attempt } from "../../../modules/crypto-payment"

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
  "rest_of",
  "rest_id",
  "rest_amount",
  "crypto_currency",
  "wallet_address",
  "is_test",
  "gateway_status",
  "gateway_amount",
  "gateway_currency",
  "state",
  "attention_reason",
  "attention_detail",
  "resolution",
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
