import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"

import { checkNow } from "../../../../../workflows/check-crypto-payment"
import { respondWithCryptoPayment } from "../../crypto-payment-response"

/** Reads the payment from the gateway and settles it: `{ crypto_payment }`. */
export async function POST(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
): Promise<void> {
  await checkNow(req.scope, req.params.id, req.auth_context.actor_id)
  await respondWithCryptoPayment(req, res)
}
