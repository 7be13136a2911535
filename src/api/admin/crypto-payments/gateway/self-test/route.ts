import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import {
  callbackFault,
  callbackUrl,
  CRYPTO_PAYMENT_MODULE,
  sendSelfTest,
} from "../../../../../modules/crypto-payment/internal"
import type { AdminTestCryptoWebhookBody } from "../../../../types"

/**
 * Sends a signed sample to a provider's webhook through its public address:
 * `{ ok, status?, message }`, always with status 200. Only posts to the
 * configured `callbackBaseUrl`, and changes no payment.
 */
export async function POST(
  req: MedusaRequest<AdminTestCryptoWebhookBody>,
  res: MedusaResponse
): Promise<void> {
  const { provider_id } = req.validatedBody
  const { merchants } = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
  const { merchantKey } = merchants.retrieveProvider(provider_id)
  const options = merchants.options(merchantKey)
  const [secret] = options.webhookSecret
  const url = callbackUrl(options, provider_id)
  const fault = callbackFault(options)
  res.json(
    fault ? { ok: false, message: fault } : await sendSelfTest(url, secret)
  )
}
