import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { Logger } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MedusaError,
} from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { isGatewayError } from "../../../../gateway"
import {
  CRYPTO_PAYMENT_MODULE,
  type CryptoPaymentModuleService,
} from "../../../../modules/crypto-payment"
import { idSchema } from "../../../request-text"

const querySchema = z.object({ provider_id: idSchema })

const retryAfterSeconds = 10

/** A cached error is logged once, whatever the number of requests. */
const logged = new WeakSet<Error>()

/**
 * `?provider_id=`: the coins that the merchant of a payment provider can
 * receive, `{ currencies: [{ code, name, network }] }`, for the shopper to
 * choose from. 503 while the gateway does not answer and no list is cached.
 */
export async function GET(
  req: MedusaRequest,
  res: MedusaResponse
): Promise<void> {
  const ledger = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
  const { merchantKey } = requestedProvider(ledger, req.query)
  try {
    const currencies = await ledger.currencies.list(merchantKey)
    res.set("cache-control", "no-store")
    res.json({ currencies })
  } catch (error) {
    if (!isGatewayError(error)) throw error
    if (!logged.has(error)) {
      logged.add(error)
      req.scope
        .resolve<Logger>(ContainerRegistrationKeys.LOGGER)
        .warn(
          `the coins of the merchant "${merchantKey}" could not be listed (${error.kind}): ${error.message}`
        )
    }
    res.set("retry-after", String(retryAfterSeconds))
    res.status(503).json({
      type: MedusaError.Types.UNEXPECTED_STATE,
      message:
        "The coins could not be listed: the crypto gateway does not answer. Try again in a moment.",
    })
  }
}

function requestedProvider(ledger: CryptoPaymentModuleService, query: unknown) {
  const parsed = querySchema.safeParse(query)
  if (!parsed.success) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      "provider_id is needed: the id of a crypto payment provider, such as pp_crypto-h2h_crypto."
    )
  }
  const { provider_id } = parsed.data
  const configured = ledger.merchants.provider(provider_id)
  if (configured) return configured
  throw new MedusaError(
    MedusaError.Types.NOT_FOUND,
    "There is no such crypto payment provider."
  )
}
