import { CRYPTO_PAYMENT_MODULE } from "../../../../../../modules/crypto-payment/internal"
import { describeWithLink } from "../../../refund-request-response"
import type { AdminDecideCryptoRefundRequestBody } from "../../../refund-types"
import { refuseChanged } from "../../../refuse-changed"

/**
 * Lets the customer of a refund that was not sent yet enter another address, at a new link; the
 * former link is no longer valid: `{ refund_request, link, token }`.
 */
export const POST = refuseChanged<AdminDecideCryptoRefundRequestBody>(
  async (req, res) => {
    const { scope, params, validatedBody, auth_context } = req
    const { refundLinks, refundRequests } = scope.resolve(CRYPTO_PAYMENT_MODULE)
    const { secret, stored } = refundLinks.make()
    const request = await refundRequests.reopen(params.request_id, stored, {
      ...validatedBody,
      by: auth_context.actor_id,
    })
    res.set("cache-control", "no-store")
    res.json(await describeWithLink(scope, request, secret))
  }
)
