import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"

import { fillInDetails } from "../../../../workflows/check-crypto-payment"
import { answerWithCryptoPayment } from "./answer"

/** One attempt with its timeline, oldest entry first: `{ crypto_payment }`. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
): Promise<void> {
  await fillInDetails(req.scope, [req.params.id])
  await answerWithCryptoPayment(req, res)
}
