import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { CRYPTO_PAYMENT_MODULE } from "../../../../../modules/crypto-payment/internal"
import type { AdminMoveCryptoGatewayBody } from "../../../../types"

/**
 * Confirms that the shop has moved here: from now on the scheduled job works on the live
 * payments of the provider's merchant at this server's `callbackBaseUrl`, `{ used_at }`.
 */
export async function POST(
  req: AuthenticatedMedusaRequest<AdminMoveCryptoGatewayBody>,
  res: MedusaResponse
): Promise<void> {
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
  res.json({ used_at: callbackBaseUrl })
}
