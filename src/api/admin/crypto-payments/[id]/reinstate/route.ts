import { reinstateOrder } from "../../../../../workflows/reinstate-order"
import { respondAfter } from "../../crypto-payment-response"

/** Places the canceled order of a late payment again: `{ crypto_payment }`, whose state shows the result. */
export const POST = respondAfter(async ({ scope, params, auth_context }) => {
  const { actor_id } = auth_context
  await reinstateOrder(scope, { id: params.id, actor_id })
})
