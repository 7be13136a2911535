import { respondAfter } from "../crypto-payment-response"
import { fillInDetails } from "../../../../workflows/act-on-crypto-payment"

/** One payment with its timeline, oldest entry first: `{ crypto_payment }`. */
export const GET = respondAfter(async ({ scope, params }) => {
  await fillInDetails(scope, [params.id])
})
