import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"

import { retryOrder } from "../../../../../workflows/check-crypto-payment"
import { answerWithCryptoPayment } from "../answer"

/** Tries to place the order again: `{ crypto_payment }`, whose state tells what came of it. */
export async function POST(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
): Promise<void> {
  await retryOrder(req.scope, req.params.id, req.auth_context.actor_id)
  await answerWithCryptoPayment(req, res)
}
