import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import type { AdminCheckCryptoPaymentsBody } from "../../../types"
import { checkMany } from "../../../../workflows/act-on-crypto-payment"

/**
 * Reads up to 50 payments from the gateway and settles them: `{ results }`, one
 * `{ id, ok, message? }` for each id, in the order of the request.
 */
export async function POST(
  req: AuthenticatedMedusaRequest<AdminCheckCryptoPaymentsBody>,
  res: MedusaResponse
): Promise<void> {
  const { ids } = req.validatedBody
  res.json({
    results: await checkMany(req.scope, ids, req.auth_context.actor_id),
  })
}
