import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { CRYPTO_PAYMENT_MODULE } from "../../../../../../modules/crypto-payment/internal"
import { renewRefundLink } from "../../../../../../workflows/request-crypto-refund"
import { describeWithLink } from "../../../refund-request-response"
import type {
  AdminCryptoRefundRequestLinkResponse,
  AdminDecideCryptoRefundRequestBody,
} from "../../../refund-types"
import { refuseChanged } from "../../../refuse-changed"

/**
 * The link of a refund request that waits for its address, as an admin made it last:
 * `{ refund_request, link, token }`.
 */
export async function GET(
  { scope, params }: AuthenticatedMedusaRequest,
  res: MedusaResponse<AdminCryptoRefundRequestLinkResponse>
): Promise<void> {
  const { refundLinks } = scope.resolve(CRYPTO_PAYMENT_MODULE)
  const { request, secret } = await refundLinks.show(params.request_id)
  res.set("cache-control", "no-store")
  res.json(await describeWithLink(scope, request, secret))
}

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
