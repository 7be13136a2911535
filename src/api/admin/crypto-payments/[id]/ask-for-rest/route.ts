import { askForRest } from "../../../../../workflows/ask-for-rest"
import { respondAfter } from "../../crypto-payment-response"

/** Opens a payment for what an underpaid one lacks: `{ crypto_payment }`, whose `rests` name its page. */
export const POST = respondAfter(async ({ scope, params, auth_context }) => {
  await askForRest(scope, params.id, auth_context.actor_id)
})
