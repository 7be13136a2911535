import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"

import { CRYPTO_PAYMENT_MODULE } from "../../../../modules/crypto-payment"
import type CryptoPaymentModuleService from "../../../../modules/crypto-payment/service"
import { checkCryptoPayment } from "../../../../workflows/check-crypto-payment"
import { toStoreCryptoPayment } from "./to-store-crypto-payment"

/** A page that polls makes the gateway be asked no more often than this. */
const askEverySeconds = 10

/**
 * What a return page needs to know of the crypto payment of a session. While
 * it is open the gateway is asked now and then, so that the page finds the
 * order even when no webhook arrives. 404 for a session that is not ours.
 */
export async function GET(
  req: MedusaRequest,
  res: MedusaResponse
): Promise<void> {
  const ledger = req.scope.resolve<CryptoPaymentModuleService>(
    CRYPTO_PAYMENT_MODULE
  )
  const sessionId = req.params.payment_session_id
  const found = await ledger.findBySession(sessionId)
  if (!found) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      "No crypto payment belongs to this payment session."
    )
  }
  const attempt =
    found.state === "open" && (await ledger.mayCheck(found.id, askEverySeconds))
      ? await checkCryptoPayment(req.scope, found, "return")
      : found
  res.set("cache-control", "no-store")
  res.json({ crypto_payment: toStoreCryptoPayment(attempt, sessionId) })
}
