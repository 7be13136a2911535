import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"

import { adoptCryptoPayment } from "../../../../workflows/adopt-crypto-payment"
import { answerWithCryptoPayment } from "../[id]/answer"
import type { AdminAdoptCryptoPayment } from "../[id]/validators"

/** Takes a gateway payment into the ledger by its id: `{ crypto_payment }`. */
export async function POST(
  req: AuthenticatedMedusaRequest<AdminAdoptCryptoPayment>,
  res: MedusaResponse
): Promise<void> {
  req.params.id = await adoptCryptoPayment(
    req.scope,
    req.validatedBody,
    req.auth_context.actor_id
  )
  await answerWithCryptoPayment(req, res)
}
