import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"

import { fillInDetails } from "../../../../workflows/check-crypto-payment"
import { respondWithCryptoPayment } from "../crypto-payment-response"

/** One payment with its timeline, oldest entry first: `{ crypto_payment }`. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
): Promise<void> {
  await fillInDetails(req.scope, [req.params.id])
  await respondWithCryptoPayment(req, res)
}
