import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { notFound } from "../../../../medusa-errors"
import {
  type Attempt,
  CRYPTO_PAYMENT_MODULE,
  type CryptoPaymentModuleService,
  expiresAt,
} from "../../../../modules/crypto-payment"
import { checkCryptoPayment } from "../../../../workflows/check-crypto-payment"
import {
  readCartStatus,
  readOrder,
  toStoreCryptoPayment,
} from "./store-crypto-payment"

/** Limits the gateway requests of pages that poll. */
const SECONDS_BETWEEN_READS = 10

/**
 * The crypto payment of a session, for checkout and return page. While it is
 * open it is also read from the gateway, so that the page finds the order even
 * when no webhook arrives. 404 for a session that is not ours.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse) {
  const ledger = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
  const sessionId = req.params.payment_session_id
  const found = await ledger.sessions.findAttempt(sessionId)
  if (!found) {
    throw notFound("No crypto payment belongs to this payment session.")
  }
  const attempt =
    found.state === "open" &&
    (await ledger.dueQueue.mayRead(found.id, SECONDS_BETWEEN_READS))
      ? await checkCryptoPayment(req.scope, found, "return")
      : found
  const query = req.scope.resolve("query")
  const { cart_id } = attempt
  const unpaid = cart_id ? await ledger.unpaidOrders.find(cart_id) : undefined
  const status = await readCartStatus(query, attempt)
  const { order_id } = attempt
  const order = order_id ? await readOrder(query, order_id) : status.order
  res.set("cache-control", "no-store")
  res.json({
    crypto_payment: toStoreCryptoPayment(attempt, {
      sessionId,
      ...status,
      order,
      ...readMerchant(ledger, attempt),
      payUntil: unpaid?.cancel_at ?? null,
      now: new Date(),
    }),
  })
}

function readMerchant(ledger: CryptoPaymentModuleService, attempt: Attempt) {
  const key = ledger.merchants.provider(attempt.provider_id)?.merchantKey
  if (key === undefined) return { coin: undefined, expiresAt: null }
  const code = attempt.target_currency ?? attempt.crypto_currency
  return {
    coin: code === null ? undefined : ledger.currencies.recall(key, code),
    expiresAt: expiresAt(attempt, ledger.merchants.options(key)),
  }
}
