import { acceptShortfall } from "../../../../../workflows/check-crypto-payment"
import { respondAfter } from "../../crypto-payment-response"

/** Accepts an underpaid payment and settles it: `{ crypto_payment }`, whose state shows the result. */
export const POST = respondAfter(async ({ scope, params, auth_context }) => {
  await acceptShortfall(scope, params.id, auth_context.actor_id)
})
