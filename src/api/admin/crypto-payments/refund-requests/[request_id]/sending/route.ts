import { CRYPTO_PAYMENT_MODULE } from "../../../../../../modules/crypto-payment/internal"
import { describeRefundRequest } from "../../../refund-request-response"
import type { AdminReserveCryptoRefundBody } from "../../../refund-types"
import { refuseChanged } from "../../../refuse-changed"

/**
 * Reserves a refund request for the admin who sends its coins now, so that nobody revokes it or
 * lets the customer change the address meanwhile; or, with `sending: false`, notes that nothing was
 * sent: `{ refund_request }`. 409 where the address is another one by now.
 */
export const POST = refuseChanged<AdminReserveCryptoRefundBody>(
  async (req, res) => {
    const { refundRequests } = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
    const { address, sending } = req.validatedBody
    const request = await refundRequests.setSending(req.params.request_id, {
      address,
      sending,
      by: req.auth_context.actor_id,
    })
    const refund_request = await describeRefundRequest(req.scope, request)
    res.json({ refund_request })
  }
)
