import { checkNow } from "../../../../../workflows/check-crypto-payment"
import { respondAfter } from "../../crypto-payment-response"

/** Reads the payment from the gateway and settles it: `{ crypto_payment }`. */
export const POST = respondAfter(async ({ scope, params, auth_context }) => {
  await checkNow(scope, params.id, auth_context.actor_id)
})
