import { CRYPTO_PAYMENT_MODULE } from "../../../../../../modules/crypto-payment/internal"
import { describeRefundRequest } from "../../../refund-request-response"
import type { AdminDecideCryptoRefundRequestBody } from "../../../../../types"
import { refuseChanged } from "../../../refuse-changed"

/** Ends a refund request that was not sent, and its link: `{ refund_request }`. */
export const POST = refuseChanged<AdminDecideCryptoRefundRequestBody>(
  async (req, res) => {
    const { scope, params, validatedBody, auth_context } = req
    const { refundRequests } = scope.resolve(CRYPTO_PAYMENT_MODULE)
    const request = await refundRequests.revoke(params.request_id, {
      ...validatedBody,
      by: auth_context.actor_id,
    })
    res.json({ refund_request: await describeRefundRequest(scope, request) })
  }
)
