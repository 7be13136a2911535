import { requestRemainder } from "../../../../../workflows/request-remainder"
import { respondAfter } from "../../crypto-payment-response"
import type { AdminDecideCryptoPaymentBody } from "../../action-types"

/** Opens a payment for what an underpaid one lacks: `{ crypto_payment }`, whose `remainders` name its page. */
export const POST = respondAfter<AdminDecideCryptoPaymentBody>(async (req) => {
  const { scope, params, auth_context, validatedBody } = req
  await requestRemainder(
    scope,
    params.id,
    auth_context.actor_id,
    validatedBody.shown
  )
})
