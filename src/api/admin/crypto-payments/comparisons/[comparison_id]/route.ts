import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CRYPTO_PAYMENT_MODULE } from "../../../../../modules/crypto-payment/internal"

/** A comparison with the first 1,000 of its differences: `{ comparison }`. */
export async function GET(
  req: MedusaRequest,
  res: MedusaResponse
): Promise<void> {
  const ledger = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
  const { comparison_id } = req.params
  res.json({ comparison: await ledger.comparisons.retrieve(comparison_id) })
}
