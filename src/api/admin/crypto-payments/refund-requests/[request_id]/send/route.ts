import { CRYPTO_PAYMENT_MODULE } from "../../../../../../modules/crypto-payment/internal"
import { recordCryptoRefundWorkflow } from "../../../../../../workflows/record-crypto-refund"
import { assertRefundBooked } from "../../../crypto-payment-response"
import { describeRefundRequest } from "../../../refund-request-response"
import type { AdminSendCryptoRefundBody } from "../../../../../types"
import { refuseChanged } from "../../../refuse-changed"

/**
 * Records that the coins of a refund request were sent to its address, and books the refund on the
 * order: `{ refund_request }`. The same transaction twice is one refund. 409 where the address is
 * another one by now.
 */
export const POST = refuseChanged<AdminSendCryptoRefundBody>(
  async (req, res) => {
    const { refundRequests } = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
    const { request_id: id } = req.params
    const { actor_id } = req.auth_context
    const { address, address_tag, ...sent } = req.validatedBody
    const { crypto_payment_id } = await refundRequests.retrieve(id)
    const { result } = await recordCryptoRefundWorkflow(req.scope).run({
      input: {
        ...sent,
        id: crypto_payment_id,
        request: { id, address, address_tag },
        actor_id,
      },
    })
    assertRefundBooked(result)
    const request = await refundRequests.retrieve(id)
    const refund_request = await describeRefundRequest(req.scope, request)
    res.json({ refund_request })
  }
)
