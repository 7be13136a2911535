import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { describeRefundRequests } from "../crypto-payment-response"
import type { AdminGetCryptoRefundRequestsParams } from "../validators"
import { CRYPTO_PAYMENT_MODULE } from "../../../../modules/crypto-payment/module-key"

/**
 * Lists refund requests, newest first; those to send only (`state=address_entered`) by the oldest
 * address first: `{ refund_requests, count, offset, limit }`.
 */
export async function GET(
  req: MedusaRequest<unknown, AdminGetCryptoRefundRequestsParams>,
  res: MedusaResponse
): Promise<void> {
  const { limit, offset, ...filters } = req.validatedQuery
  const { refundRequests } = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
  const { rows, count } = await refundRequests.list(filters, {
    skip: offset,
    take: limit,
  })
  const refund_requests = await describeRefundRequests(req.scope, rows)
  res.set("cache-control", "no-store")
  res.json({ refund_requests, count, offset, limit })
}
