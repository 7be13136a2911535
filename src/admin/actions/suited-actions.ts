import type {
  AdminCryptoPayment,
  AdminCryptoPaymentAction,
} from "../../api/types"

type Reason = NonNullable<AdminCryptoPayment["attention_reason"]>

/** What brings a case to its end, the likeliest first. */
export const suitedActions: Record<Reason, AdminCryptoPaymentAction[]> = {
  amount_mismatch: ["record_refund", "resolve"],
  duplicate_payment: ["record_refund", "resolve"],
  order_not_placed: ["retry_order", "record_refund", "resolve"],
  unmatched: ["resolve", "record_refund"],
  test_mode_mismatch: ["resolve", "record_refund"],
  late_payment: ["retry_order", "record_refund", "resolve"],
  unknown_status: ["check", "resolve"],
}
