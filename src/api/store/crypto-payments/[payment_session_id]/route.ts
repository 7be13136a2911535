import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import {
  ContainerRegistrationKeys,
  MedusaError,
} from "@medusajs/framework/utils"
import {
  type Attempt,
  CRYPTO_PAYMENT_MODULE,
  type CryptoPaymentModuleService,
  expiresAt,
} from "../../../../modules/crypto-payment"
import { checkCryptoPayment } from "../../../../workflows/check-crypto-payment"
import { standingOf } from "./cart-standing"
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
  const ledger = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
  const sessionId = req.params.payment_session_id
  const found = await ledger.sessions.findAttempt(sessionId)
  if (!found) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      "No crypto payment belongs to this payment session."
    )
  }
  const attempt =
    found.state === "open" &&
    (await ledger.dueQueue.mayRead(found.id, askEverySeconds))
      ? await checkCryptoPayment(req.scope, found, "return")
      : found
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  res.set("cache-control", "no-store")
  res.json({
    crypto_payment: toStoreCryptoPayment(attempt, {
      sessionId,
      ...ofItsMerchant(ledger, attempt),
      ...(await standingOf(query, attempt)),
      now: new Date(),
    }),
  })
}

function ofItsMerchant(ledger: CryptoPaymentModuleService, attempt: Attempt) {
  const key = ledger.merchants.provider(attempt.provider_id)?.merchantKey
  if (key === undefined) return { coin: undefined, expiresAt: null }
  const code = attempt.target_currency ?? attempt.crypto_currency ?? ""
  return {
    coin: ledger.currencies.recall(key, code),
    expiresAt: expiresAt(attempt, ledger.merchants.options(key)),
  }
}
