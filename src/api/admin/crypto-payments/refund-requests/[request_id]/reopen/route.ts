import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import {
  CRYPTO_PAYMENT_MODULE,
  newLinkSecret,
} from "../../../../../../modules/crypto-payment"
import { describeWithLink } from "../../../refund-request-response"

/**
 * Lets the customer of a refund that was not sent yet enter another address, at a new link; the
 * former link is no longer valid: `{ refund_request, link, token }`.
 */
export async function POST(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
): Promise<void> {
  const { refundRequests } = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
  const { secret, token_hash } = newLinkSecret()
  const request = await refundRequests.reopen(
    req.params.request_id,
    token_hash,
    req.auth_context.actor_id
  )
  res.set("cache-control", "no-store")
  res.json(await describeWithLink(req.scope, request, secret))
}
