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
  | "underpaid"
  | "received_amount_unknown"

/** What the person saw of a payment: an action is refused with 409 where that changed meanwhile. */
export type AdminShownCryptoPayment = {
  state: AdminCryptoPaymentState
  attention_reason: AdminCryptoPaymentReason | null
}
