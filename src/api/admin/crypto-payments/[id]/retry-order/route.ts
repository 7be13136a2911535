import { retryOrder } from "../../../../../workflows/check-crypto-payment"
import { respondAfter } from "../../crypto-payment-response"

/** Tries to place the order again: `{ crypto_payment }`, whose state shows the result. */
export const POST = respondAfter(async ({ scope, params, auth_context }) => {
  await retryOrder(scope, params.id, auth_context.actor_id)
})
