import { describeRefundRequests } from "../crypto-payment-response"
import { guarded, permissions } from "../guarded-route"
import { AdminGetCryptoRefundRequestsParams } from "../validators"
import { CRYPTO_PAYMENT_MODULE } from "../../../../modules/crypto-payment/module-key"

/**
 * Lists refund requests, newest first; those to send only (`state=address_entered`) by the oldest
 * address first: `{ refund_requests, count, offset, limit }`.
 */
export const GET = guarded(
  {
    policies: permissions.readsPayment,
    query: AdminGetCryptoRefundRequestsParams,
  },
  async (req) => {
    const { limit, offset, ...filters } = req.validatedQuery
    const { refundRequests } = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
    const { rows, count } = await refundRequests.list(filters, {
      skip: offset,
      take: limit,
    })
    const refund_requests = await describeRefundRequests(req.scope, rows)
    return { refund_requests, count, offset, limit }
  }
)
