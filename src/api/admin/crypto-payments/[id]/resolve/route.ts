import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"

import { resolveCryptoPaymentWorkflow } from "../../../../../workflows/resolve-crypto-payment"
import { answerWithCryptoPayment } from "../answer"
import { refuseIfUnbooked } from "../refuse-if-unbooked"
import type { AdminResolveCryptoPayment } from "../validators"

/** Marks a payment that needed attention as resolved: `{ crypto_payment }`. */
export async function POST(
  req: AuthenticatedMedusaRequest<AdminResolveCryptoPayment>,
  res: MedusaResponse
): Promise<void> {
  const { result } = await resolveCryptoPaymentWorkflow(req.scope).run({
    input: {
      ...req.validatedBody,
      id: req.params.id,
      actor_id: req.auth_context.actor_id,
    },
  })
  refuseIfUnbooked(result)
  await answerWithCryptoPayment(req, res)
}
