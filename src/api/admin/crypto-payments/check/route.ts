import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"

import { checkMany } from "../../../../workflows/check-crypto-payment"
import type { AdminCheckCryptoPayments } from "../[id]/validators"

/**
 * Asks the gateway about up to 50 payments: `{ results }`, one
 * `{ id, ok, message? }` for each id, in the order asked.
 */
export async function POST(
  req: AuthenticatedMedusaRequest<AdminCheckCryptoPayments>,
  res: MedusaResponse
): Promise<void> {
  const { ids } = req.validatedBody
  res.json({
    results: await checkMany(req.scope, ids, req.auth_context.actor_id),
  })
}
