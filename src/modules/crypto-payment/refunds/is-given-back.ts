import type { Attempt } from "../ledger/rows"
import type CryptoPaymentModuleService from "../service"

/**
 * Whether a person recorded that some of a payment's money was sent back while
 * it had no order: then the sale is not what it was. Refunds of a settled
 * payment are no matter here.
 */
export async function isGivenBack(
  ledger: CryptoPaymentModuleService,
  { id, state }: Pick<Attempt, "id" | "state">
): Promise<boolean> {
  if (state !== "attention") return false
  const refunds = await ledger.listCryptoPaymentRefunds(
    { crypto_payment_id: id },
    { take: 1, select: ["id"] }
  )
  return refunds.length > 0
}
