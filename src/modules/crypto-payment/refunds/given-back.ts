import { isPaidState } from "../attempts/states"
import type { Attempt } from "../models/rows"
import type CryptoPaymentModuleService from "../service"

/**
 * Whether no order may be placed for the money of a paid attempt: a person resolved it, or some of
 * the money was sent back, is promised to be, or paid for an order that was placed manually.
 */
export async function isSentBack(
  ledger: CryptoPaymentModuleService,
  attempt: Pick<Attempt, "id" | "state" | "resolution" | "remainder_id">
): Promise<boolean> {
  const { id, state, resolution, remainder_id } = attempt
  if (!isPaidState(state)) return false
  // Resolved for its unknown status it was closed, and may be paid later.
  const kind = resolution?.kind
  if (kind === "refunded" || kind === "order_placed_by_hand") return true
  if (state === "resolved") return true
  if (await ledger.refunds.isGivenBack(id)) return true
  return (
    remainder_id !== null && (await isRemainderSentBack(ledger, remainder_id))
  )
}

async function isRemainderSentBack(
  ledger: CryptoPaymentModuleService,
  id: string
) {
  const { state } = await ledger.attempts.retrieve(id)
  return state === "resolved" || (await ledger.refunds.isGivenBack(id))
}
