import { requestCryptoRefund } from "../../../../../workflows/request-crypto-refund"
import { describeWithLink } from "../../refund-request-response"
import type { AdminCreateCryptoRefundRequestBody } from "../../../../types"
import { refuseChanged } from "../../refuse-changed"

/**
 * Decides to send money back, to an address that the customer enters at a link:
 * `{ refund_request, link, token }`. The same terms, while a request waits for its address, are that
 * request with its link.
 */
export const POST = refuseChanged<AdminCreateCryptoRefundRequestBody>(
  async (req, res) => {
    const { scope, params, validatedBody, auth_context } = req
    const { request, secret } = await requestCryptoRefund(
      scope,
      params.id,
      validatedBody,
      auth_context.actor_id
    )
    res.set("cache-control", "no-store")
    res.json(await describeWithLink(scope, request, secret))
  }
)
