import { retryOrder } from "../../../../../workflows/check-crypto-payment"
import { respondAfter } from "../../crypto-payment-response"
import type { AdminDecideCryptoPaymentBody } from "../../../../types"

/** Tries to place the order again: `{ crypto_payment }`, whose state shows the result. */
export const POST = respondAfter<AdminDecideCryptoPaymentBody>(async (req) => {
  const { scope, params, auth_context, validatedBody } = req
  await retryOrder(scope, params.id, auth_context.actor_id, validatedBody.shown)
})
