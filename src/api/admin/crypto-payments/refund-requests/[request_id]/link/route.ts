import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { renewRefundLink } from "../../../../../../workflows/request-crypto-refund"
import { describeWithLink } from "../../../refund-request-response"

/**
 * Makes a new link for a refund request that waits for its address; the former link is no longer
 * valid: `{ refund_request, link, token }`.
 */
export async function POST(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
): Promise<void> {
  const { request, token } = await renewRefundLink(
    req.scope,
    req.params.request_id,
    req.auth_context.actor_id
  )
  res.set("cache-control", "no-store")
  res.json(await describeWithLink(req.scope, request, token))
}
