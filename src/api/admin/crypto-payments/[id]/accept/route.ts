import { acceptShortfall } from "../../../../../workflows/check-crypto-payment"
import { respondAfter } from "../../crypto-payment-response"
import type { AdminDecideCryptoPaymentBody } from "../../../../types"

/** Accepts an underpaid payment and settles it: `{ crypto_payment }`, whose state shows the result. */
export const POST = respondAfter<AdminDecideCryptoPaymentBody>(async (req) => {
  const { scope, params, auth_context, validatedBody } = req
  const { actor_id } = auth_context
  await acceptShortfall(scope, params.id, actor_id, validatedBody.shown)
})
