import { sendSelfTest } from "../../../../../modules/crypto-payment/merchants/connection"
import { callbackFault } from "../../../../../modules/crypto-payment/merchants/options"
import { CRYPTO_PAYMENT_MODULE } from "../../../../../modules/crypto-payment/module-key"
import { callbackUrl } from "../../../../../modules/crypto-payment/opening/open-attempt"
import { actionRoute, guarded, permissions } from "../../guarded-route"
import { AdminNameCryptoGateway } from "../../validators"

/** What a person does about a payment provider's gateway. */
export const POST = actionRoute({
  /**
   * Confirms that the shop has moved here: from now on the scheduled job works on the live
   * payments of the provider's merchant at this server's `callbackBaseUrl`, `{ used_at }`.
   */
  move: guarded(
    {
      policies: permissions.updatesPayment,
      body: AdminNameCryptoGateway,
    },
    async (req) => {
      const { provider_id } = req.validatedBody
      const { merchants, tasks } = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
      const { merchantKey } = merchants.retrieveProvider(provider_id)
      const { merchantId, callbackBaseUrl } = merchants.options(merchantKey)
      await tasks.moveAddress(merchantId, callbackBaseUrl)
      req.scope
        .resolve("logger")
        .info(
          `crypto payments: ${req.auth_context.actor_id} confirmed that the merchant "${merchantKey}" is used at ${callbackBaseUrl}`
        )
      return { used_at: callbackBaseUrl }
    }
  ),

  /**
   * Sends a signed sample to a provider's webhook through its public address:
   * `{ ok, status?, message }`, with 200 also where it was not received. Only posts to the
   * configured `callbackBaseUrl`, and changes no payment.
   */
  "self-test": guarded(
    {
      policies: permissions.readsPayment,
      body: AdminNameCryptoGateway,
    },
    async (req) => {
      const { provider_id } = req.validatedBody
      const { merchants } = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
      const { merchantKey } = merchants.retrieveProvider(provider_id)
      const options = merchants.options(merchantKey)
      const [secret] = options.webhookSecret
      const url = callbackUrl(options, provider_id)
      const fault = callbackFault(options)
      if (fault) return { ok: false, message: fault }
      return await sendSelfTest(url, secret)
    }
  ),
})
