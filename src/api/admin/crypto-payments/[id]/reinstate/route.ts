import { reinstateOrder } from "../../../../../workflows/reinstate-order"
import { respondAfter } from "../../crypto-payment-response"
import type { AdminDecideCryptoPaymentBody } from "../../action-types"

/** Places the canceled order of a late payment again: `{ crypto_payment }`, whose state shows the result. */
export const POST = respondAfter<AdminDecideCryptoPaymentBody>(async (req) => {
  const { scope, params, auth_context, validatedBody } = req
  const { actor_id } = auth_context
  await reinstateOrder(scope, { ...validatedBody, id: params.id, actor_id })
})
