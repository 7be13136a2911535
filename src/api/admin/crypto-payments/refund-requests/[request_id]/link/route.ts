import { renewRefundLink } from "../../../../../../workflows/request-crypto-refund"
import { describeWithLink } from "../../../refund-request-response"
import type { AdminDecideCryptoRefundRequestBody } from "../../../refund-types"
import { refuseChanged } from "../../../refuse-changed"

/**
 * Makes a new link for a refund request that waits for its address; the former link is no longer
 * valid: `{ refund_request, link, token }`.
 */
export const POST = refuseChanged<AdminDecideCryptoRefundRequestBody>(
  async (req, res) => {
    const { scope, params, validatedBody, auth_context } = req
    const { request, secret } = await renewRefundLink(
      scope,
      params.request_id,
      {
        ...validatedBody,
        by: auth_context.actor_id,
      }
    )
    res.set("cache-control", "no-store")
    res.json(await describeWithLink(scope, request, secret))
  }
)
