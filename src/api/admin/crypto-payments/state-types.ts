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

/** The payment that the person saw: an action is refused with 409 where it has another `version` now. */
export type AdminShownCryptoPayment = { version: number }
