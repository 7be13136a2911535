import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"

import { adoptCryptoPayment } from "../../../../workflows/adopt-crypto-payment"
import { respondWithCryptoPayment } from "../crypto-payment-response"
import type { AdminAdoptCryptoPayment } from "../validators"

/** Adds a gateway payment to the ledger by its id: `{ crypto_payment }`. */
export async function POST(
  req: AuthenticatedMedusaRequest<AdminAdoptCryptoPayment>,
  res: MedusaResponse
): Promise<void> {
  req.params.id = await adoptCryptoPayment(
    req.scope,
    req.validatedBody,
    req.auth_context.actor_id
  )
  await respondWithCryptoPayment(req, res)
}
