import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"

import { recordCryptoRefundWorkflow } from "../../../../../workflows/record-crypto-refund"
import { answerWithCryptoPayment } from "../answer"
import { refuseIfUnbooked } from "../refuse-if-unbooked"
import type { AdminRecordCryptoRefund } from "../validators"

/** Records coins that the merchant sent back by hand: `{ crypto_payment }`. */
export async function POST(
  req: AuthenticatedMedusaRequest<AdminRecordCryptoRefund>,
  res: MedusaResponse
): Promise<void> {
  const { result } = await recordCryptoRefundWorkflow(req.scope).run({
    input: {
      ...req.validatedBody,
      id: req.params.id,
      actor_id: req.auth_context.actor_id,
    },
  })
  refuseIfUnbooked(result)
  await answerWithCryptoPayment(req, res)
}
