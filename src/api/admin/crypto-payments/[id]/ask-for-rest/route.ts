import { askForRest } from "../../../../../workflows/ask-for-rest"
import { respondAfter } from "../../crypto-payment-response"
import type { AdminDecideCryptoPaymentBody } from "../../types"

/** Opens a payment for what an underpaid one lacks: `{ crypto_payment }`, whose `rests` name its page. */
export const POST = respondAfter<AdminDecideCryptoPaymentBody>(async (req) => {
  const { scope, params, auth_context, validatedBody } = req
  await askForRest(scope, params.id, auth_context.actor_id, validatedBody.shown)
})
