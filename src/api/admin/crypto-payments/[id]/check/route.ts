import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"

import { checkNow } from "../../../../../workflows/check-crypto-payment"
import { answerWithCryptoPayment } from "../answer"

/** Asks the gateway now and settles from its answer: `{ crypto_payment }`. */
export async function POST(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
): Promise<void> {
  await checkNow(req.scope, req.params.id, req.auth_context.actor_id)
  await answerWithCryptoPayment(req, res)
}
