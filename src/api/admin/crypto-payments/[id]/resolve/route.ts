import { resolveCryptoPaymentWorkflow } from "../../../../../workflows/resolve-crypto-payment"
import { assertRefundBooked, respondAfter } from "../../crypto-payment-response"
import type { AdminResolveCryptoPaymentBody } from "../../../../types"

/**
 * Marks a payment that needed attention as resolved: `{ crypto_payment }`. As `refunded` it records
 * what is left as a refund, which needs the permission `refund:create` too.
 */
export const POST = respondAfter<AdminResolveCryptoPaymentBody>(async (req) => {
  const { id } = req.params
  const { actor_id } = req.auth_context
  const { result } = await resolveCryptoPaymentWorkflow(req.scope).run({
    input: { ...req.validatedBody, id, actor_id },
  })
  assertRefundBooked(result)
})
