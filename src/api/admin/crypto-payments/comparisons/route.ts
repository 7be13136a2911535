import type {
  AuthenticatedMedusaRequest,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { CRYPTO_PAYMENT_MODULE } from "../../../../modules/crypto-payment/internal"
import { startComparison } from "../../../../workflows/compare-crypto-books"
import type {
  AdminCompareCryptoBooks,
  AdminGetCryptoComparisonsParams,
} from "../validators"

/** Lists comparisons, newest first, without their differences: `{ comparisons, count, offset, limit }`. */
export async function GET(
  req: MedusaRequest<unknown, AdminGetCryptoComparisonsParams>,
  res: MedusaResponse
): Promise<void> {
  const { limit, offset } = req.validatedQuery
  const ledger = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
  const { rows, count } = await ledger.comparisons.list({
    skip: offset,
    take: limit,
  })
  res.json({ comparisons: rows, count, offset, limit })
}

/**
 * Starts to compare ledger, Medusa and gateway for whole days that are over, in the background:
 * `202 { comparison }`. While the same days are being compared, it is that comparison.
 */
export async function POST(
  req: AuthenticatedMedusaRequest<AdminCompareCryptoBooks>,
  res: MedusaResponse
): Promise<void> {
  const comparison = await startComparison(
    req.scope,
    req.validatedBody,
    req.auth_context.actor_id
  )
  res.status(202).json({ comparison })
}
