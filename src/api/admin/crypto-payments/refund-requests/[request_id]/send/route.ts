import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { CRYPTO_PAYMENT_MODULE } from "../../../../../../modules/crypto-payment"
import { recordCryptoRefundWorkflow } from "../../../../../../workflows/record-crypto-refund"
import { assertRefundBooked } from "../../../crypto-payment-response"
import { describeRefundRequest } from "../../../refund-request-response"
import type { AdminSendCryptoRefundBody } from "../../../refund-types"

/**
 * Records that the coins of a refund request were sent, and books the refund on the order:
 * `{ refund_request }`. The same transaction twice is one refund.
 */
export async function POST(
  req: AuthenticatedMedusaRequest<AdminSendCryptoRefundBody>,
  res: MedusaResponse
): Promise<void> {
  const { refundRequests } = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
  const { request_id } = req.params
  const { actor_id } = req.auth_context
  const request = await refundRequests.retrieve(request_id)
  const { result } = await recordCryptoRefundWorkflow(req.scope).run({
    input: {
      ...req.validatedBody,
      id: request.crypto_payment_id,
      request_id,
      actor_id,
    },
  })
  assertRefundBooked(result)
  const sent = await refundRequests.retrieve(request_id)
  res.json({ refund_request: await describeRefundRequest(req.scope, sent) })
}
