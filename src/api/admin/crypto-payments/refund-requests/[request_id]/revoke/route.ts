import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { CRYPTO_PAYMENT_MODULE } from "../../../../../../modules/crypto-payment"
import { describeRefundRequest } from "../../../refund-request-response"

/** Ends a refund request that was not sent, and its link: `{ refund_request }`. */
export async function POST(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
): Promise<void> {
  const { refundRequests } = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
  const request = await refundRequests.revoke(
    req.params.request_id,
    req.auth_context.actor_id
  )
  res.json({ refund_request: await describeRefundRequest(req.scope, request) })
}
