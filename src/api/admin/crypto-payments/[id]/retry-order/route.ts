import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"

import { retryOrder } from "../../../../../workflows/check-crypto-payment"
import { respondWithCryptoPayment } from "../../crypto-payment-response"

/** Tries to place the order again: `{ crypto_payment }`, whose state shows the result. */
export async function POST(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
): Promise<void> {
  await retryOrder(req.scope, req.params.id, req.auth_context.actor_id)
  await respondWithCryptoPayment(req, res)
}
