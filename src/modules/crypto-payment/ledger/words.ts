import type { Observation } from "../observation"
import type { Attempt, AttemptPatch } from "./rows"

/** The same status from the same source twice is one fact. */
export function factOf({ status, source }: Observation): string {
  return `observed:${status}:${source}`
}

/** What the gateway's words change on the row; absent words erase nothing. */
export function words(
  attempt: Attempt,
  observation: Observation
): AttemptPatch {
  return {
    gateway_payment_id:
      attempt.gateway_payment_id ?? observation.gateway_payment_id,
    gateway_status: observation.status,
    crypto_amount: observation.amount ?? attempt.crypto_amount,
    crypto_currency: observation.currency ?? attempt.crypto_currency,
    wallet_address: observation.wallet_address ?? attempt.wallet_address,
    is_test: observation.is_test ?? attempt.is_test,
    gateway_amount: observation.original_amount ?? attempt.gateway_amount,
    gateway_currency: observation.original_currency ?? attempt.gateway_currency,
  }
}

export function changes(attempt: Attempt, patch: AttemptPatch): boolean {
  return (Object.keys(patch) as (keyof AttemptPatch)[]).some(
    (key) => attempt[key] !== patch[key]
  )
}
