import {
  assertRefundBooked,
  describeRefundRequest,
} from "../../../crypto-payment-response"
import { actionRoute, guarded, permissions } from "../../../guarded-route"
import {
  AdminDecideCryptoRefundRequest,
  AdminOpenCryptoRefund,
  AdminSendCryptoRefund,
} from "../../../validators"
import { CRYPTO_PAYMENT_MODULE } from "../../../../../../modules/crypto-payment/module-key"
import { recordCryptoRefundWorkflow } from "../../../../../../workflows/refund-crypto-payment"

/** What a person does about a refund request. */
export const POST = actionRoute({
  /**
   * Leaves word for other admins that the one who asks has copied what is to be sent:
   * `{ refund_request }`. No lock, and nothing where it waits for no coins.
   */
  open: guarded(
    { policies: permissions.createsRefund, body: AdminOpenCryptoRefund },
    async ({ scope, params, auth_context }) => {
      const { refundRequests } = scope.resolve(CRYPTO_PAYMENT_MODULE)
      const request = await refundRequests.noteOpened(
        params.request_id,
        auth_context.actor_id
      )
      return { refund_request: await describeRefundRequest(scope, request) }
    }
  ),

  /** Ends a refund request that was not sent, and its link: `{ refund_request }`. */
  revoke: guarded(
    {
      policies: permissions.createsRefund,
      body: AdminDecideCryptoRefundRequest,
    },
    async (req) => {
      const { scope, params, validatedBody, auth_context } = req
      const { refundRequests } = scope.resolve(CRYPTO_PAYMENT_MODULE)
      const request = await refundRequests.revoke(params.request_id, {
        ...validatedBody,
        by: auth_context.actor_id,
      })
      return { refund_request: await describeRefundRequest(scope, request) }
    }
  ),

  /**
   * Records that the coins of a refund request were sent to its address, and books the refund on
   * the order: `{ refund_request }`. The same transaction twice is one refund. 409 where the
   * address is another one by now; 422 where the text is no transaction hash of its network.
   */
  send: guarded(
    {
      policies: permissions.createsRefund,
      body: AdminSendCryptoRefund,
    },
    async (req) => {
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
      return { refund_request: await describeRefundRequest(req.scope, request) }
    }
  ),
})
