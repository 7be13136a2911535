import { fillInDetails } from "../../../../workflows/check-crypto-payment"
import { respondAfter } from "../crypto-payment-response"

/** One payment with its timeline, oldest entry first: `{ crypto_payment }`. */
export const GET = respondAfter(async ({ scope, params }) => {
  await fillInDetails(scope, [params.id])
})
