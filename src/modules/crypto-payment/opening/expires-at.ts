import type { Attempt } from "../ledger/rows"
import type { MerchantOptions } from "../options/schema"

/**
 * Until when the shopper can pay an attempt, as far as the store told us how
 * long its gateway waits (`paymentWindowMinutes`): merchant-api.md §8 has a
 * countdown, and no field for it. Null when that is unset, or nothing is open.
 */
export function expiresAt(
  { opened_at, state }: Pick<Attempt, "opened_at" | "state">,
  { paymentWindowMinutes }: Pick<MerchantOptions, "paymentWindowMinutes">
): Date | null {
  if (state !== "open" || !opened_at || paymentWindowMinutes === undefined) {
    return null
  }
  return new Date(opened_at.getTime() + paymentWindowMinutes * 60_000)
}
