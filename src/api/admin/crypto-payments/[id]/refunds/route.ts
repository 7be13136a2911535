import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"

import { recordCryptoRefundWorkflow } from "../../../../../workflows/record-crypto-refund"
import {
  assertRefundBooked,
  respondWithCryptoPayment,
} from "../../crypto-payment-response"
import type { AdminRecordCryptoRefund } from "../../validators"

/** Records coins that the merchant sent back: `{ crypto_payment }`. */
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
  assertRefundBooked(result)
  await respondWithCryptoPayment(req, res)
}
