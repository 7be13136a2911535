import { isPaidState } from "../attempts/states"
import type { Attempt } from "../models/rows"
import type CryptoPaymentModuleService from "../service"

/**
 * Whether no order may be placed for the money of a paid attempt: a person resolved it, or some of
 * the money was sent back, is promised to be, or paid for an order that was placed manually.
 */
export async function isSentBack(
  ledger: CryptoPaymentModuleService,
  attempt: Pick<Attempt, "id" | "state" | "resolution">
): Promise<boolean> {
  const { id, state, resolution } = attempt
  if (!isPaidState(state)) return false
  // Resolved for its unknown status it was closed, and may be paid later.
  const kind = resolution?.kind
  if (kind === "refunded" || kind === "order_placed_by_hand") return true
  if (state === "resolved") return true
  return await ledger.refunds.isGivenBack(id)
}
