import type { Attempt } from "../ledger/rows"
import type CryptoPaymentModuleService from "../service"

/**
 * Whether a person recorded that some of a payment's money was sent back, or
 * that its order was placed by hand, while it had no order: then the sale is not
 * what it was. Refunds of a settled payment are no matter here.
 */
export async function isGivenBack(
  ledger: CryptoPaymentModuleService,
  attempt: Pick<Attempt, "id" | "state" | "resolution">
): Promise<boolean> {
  const { id, state } = attempt
  if (state !== "paid" && state !== "attention") return false
  if (wasDealtWith(attempt)) return true
  if (state !== "attention") return false
  const refunds = await ledger.listCryptoPaymentRefunds(
    { crypto_payment_id: id },
    { take: 1, select: ["id"] }
  )
  return refunds.length > 0
}

/**
 * Whether a person dealt with it before its money was confirmed: an attempt
 * that was resolved for its unknown status is closed, and may be paid later.
 */
function wasDealtWith({ resolution }: Pick<Attempt, "resolution">): boolean {
  const kind = resolution?.kind
  return kind === "refunded" || kind === "order_placed_by_hand"
}
