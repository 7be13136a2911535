import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { invalidData } from "../../../../medusa-errors"
import { isGatewayError } from "../../../../gateway"
import { offeredCoins } from "../../../../modules/crypto-payment/merchants/currencies"
import { CRYPTO_PAYMENT_MODULE } from "../../../../modules/crypto-payment/module-key"
import { idSchema } from "../../../requests"

const querySchema = z.object({ provider_id: idSchema })

/**
 * `?provider_id=`: the coins that a payment provider offers, `{ currencies: [{ code, name, network
 * }] }`, in the order in which the shopper is to see them. 503 while the gateway gives none and no
 * list is cached.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse) {
  const ledger = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
  const parsed = querySchema.safeParse(req.query)
  if (!parsed.success) {
    throw invalidData(
      "provider_id is needed: the id of a crypto payment provider, such as pp_crypto-inline_crypto."
    )
  }
  const { provider_id } = parsed.data
  const provider = ledger.merchants.retrieveProvider(provider_id)
  const { merchantKey } = provider
  try {
    const currencies = offeredCoins(
      await ledger.currencies.list(merchantKey),
      ledger.merchants.coins(provider)
    )
    res.json({ currencies })
  } catch (error) {
    if (!isGatewayError(error)) throw error
    if (ledger.merchants.isLogDue(`${merchantKey} coins`)) {
      const logger = req.scope.resolve("logger")
      logger.warn(
        `the coins of the merchant "${merchantKey}" could not be listed (${error.kind}): ${error.message}`
      )
    }
    const isSetUpWrong =
      error.kind === "authentication" || error.kind === "unexpected_answer"
    res.set("retry-after", "10")
    res.status(503).json({
      type: MedusaError.Types.UNEXPECTED_STATE,
      message: `The coins could not be listed: the crypto gateway ${isSetUpWrong ? "is not configured correctly." : "does not answer. Try again in a moment."}`,
    })
  }
}
