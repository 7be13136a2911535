import { describeAfter, fillInDetails } from "../crypto-payment-response"
import { guarded, permissions } from "../guarded-route"
import { AdminGetCryptoPaymentParams, retrieveConfig } from "../validators"

/** One payment with its timeline, oldest entry first: `{ crypto_payment }`. */
export const GET = guarded(
  {
    policies: permissions.readsPayment,
    query: AdminGetCryptoPaymentParams,
    fields: retrieveConfig,
  },
  describeAfter(async ({ scope, params }) => {
    await fillInDetails(scope, { id: params.id })
  })
)
