import type {
  AdminCryptoPayment,
  AdminCryptoPaymentAction,
} from "../../api/types"

type Payment = Pick<AdminCryptoPayment, "state" | "attention_reason">

/** All actions, in the order of the menu. */
export const ACTIONS: readonly AdminCryptoPaymentAction[] = [
  "accept",
  "retry_order",
  "request_refund",
  "record_refund",
  "resolve",
  "check",
]

/** The actions that usually resolve each reason, most likely first. */
const BY_REASON: Record<
  NonNullable<Payment["attention_reason"]>,
  readonly AdminCryptoPaymentAction[]
> = {
  amount_mismatch: ["request_refund", "resolve"],
  duplicate_payment: ["request_refund", "resolve"],
  order_not_placed: ["retry_order"],
  unmatched: ["resolve"],
  test_mode_mismatch: ["resolve"],
  late_payment: ["request_refund", "resolve"],
  unknown_status: ["check"],
  // Whether it is enough is for the merchant to say.
  underpaid: [],
  received_amount_unknown: ["accept", "request_refund"],
}

/**
 * The one action that a payment most likely needs, and the others, always in the same order.
 * `primary` is null where nothing likely is allowed. Leaves out what can lead to nothing:
 * no order comes of money for an order that is paid or canceled.
 * @param allowed as the API says, or all where that is not known.
 */
export function arrangeActions(
  payment: Payment,
  allowed: readonly AdminCryptoPaymentAction[]
): {
  primary: AdminCryptoPaymentAction | null
  others: AdminCryptoPaymentAction[]
} {
  const offered = ACTIONS.filter(
    (action) => allowed.includes(action) && canLeadTo(action, payment)
  )
  const primary =
    likelyActions(payment).find((action) => offered.includes(action)) ?? null
  return { primary, others: offered.filter((action) => action !== primary) }
}

function canLeadTo(
  action: AdminCryptoPaymentAction,
  { attention_reason }: Payment
): boolean {
  return (
    action !== "retry_order" ||
    (attention_reason !== "late_payment" &&
      attention_reason !== "duplicate_payment")
  )
}

function likelyActions(payment: Payment): readonly AdminCryptoPaymentAction[] {
  const { state, attention_reason: reason } = payment
  if (state === "settled") return ["request_refund"]
  const needsAttention = state === "attention" || state === "open"
  if (!reason || !needsAttention) return ["check"]
  return BY_REASON[reason]
}
