import type { Payment } from "../../gateway"
import type { Attempt } from "./ledger/rows"
import type { Observation } from "./observation"

/** The observation that a read or listed payment (merchant-api.md §2) makes of an attempt. */
export function observe(
  attempt: Pick<Attempt, "provider_id" | "merchant_id">,
  payment: Omit<Payment, "created_at" | "url">,
  source: Observation["source"]
): Observation {
  return {
    provider_id: attempt.provider_id,
    merchant_id: attempt.merchant_id,
    gateway_payment_id: payment.id,
    external_id: payment.external_id,
    status: payment.status,
    original_amount: payment.original_amount,
    original_currency: payment.original_currency,
    amount: payment.amount,
    currency: payment.currency,
    wallet_address: payment.wallet_address,
    is_test: payment.is_test,
    source,
    observed_at: new Date().toISOString(),
  }
}
