import type { Attempt } from "../ledger/rows"
import type { Refund } from "../ledger/refunds"
import type { ActionFacts } from "../lifecycle/allowed-actions"
import { paidPrice } from "./paid-price"

/** What the rule of allowed actions needs to know of a payment. */
export function actionFacts(
  attempt: Attempt,
  refunds: readonly Pick<Refund, "amount" | "refund_id">[]
): ActionFacts {
  const { state, attention_reason, gateway_payment_id } = attempt
  return {
    state,
    attention_reason,
    gateway_payment_id,
    paid: paidPrice(attempt),
    refunds,
  }
}
