import { adoptCryptoPayment } from "../../../../workflows/adopt-crypto-payment"
import { respondAfter } from "../crypto-payment-response"
import type { AdminAdoptCryptoPaymentBody } from "../action-types"

/** Adds a gateway payment to the ledger by its id: `{ crypto_payment }`. */
export const POST = respondAfter<AdminAdoptCryptoPaymentBody>(async (req) => {
  const { scope, validatedBody, auth_context } = req
  const { actor_id } = auth_context
  req.params.id = await adoptCryptoPayment(scope, validatedBody, actor_id)
})
