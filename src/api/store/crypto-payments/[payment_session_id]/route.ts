import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { invalidData, notFound } from "../../../../medusa-errors"
import { CRYPTO_PAYMENT_MODULE } from "../../../../modules/crypto-payment"
import {
  checkCryptoPayment,
  reconsiderCryptoPayment,
} from "../../../../workflows/check-crypto-payment"
import { idSchema } from "../../../request-text"
import { ReadBudget } from "../read-budget"
import { isCartRestored, readStoreCryptoPayment } from "../store-crypto-payment"

/** Limits the gateway requests of pages that poll, for each payment, and for all of them. */
const SECONDS_BETWEEN_READS = 10
const readBudget = new ReadBudget()

const querySchema = z.object({ cart_id: idSchema.optional() })

/**
 * The crypto payment of a session, for checkout and return page. While it is
 * open it is also read from the gateway, so that the page finds the order even
 * when no webhook arrives. One that was paid before its cart changed becomes the order
 * once the cart costs again what was paid. `order_id` only with the `?cart_id=` that it is for:
 * who has a payment link finds the session, and core shows an order's customer to
 * who has its id. 404 for a session that is not ours.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse) {
  const query = querySchema.safeParse(req.query)
  if (!query.success) {
    throw invalidData("Invalid request: cart_id must be the id of a cart.")
  }
  const ledger = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
  const sessionId = req.params.payment_session_id
  const found = await ledger.sessions.findAttempt(sessionId)
  if (!found) {
    throw notFound("No crypto payment belongs to this payment session.")
  }
  const { id, merchant_id, state } = found
  const isRestored = await isCartRestored(req.scope.resolve("query"), found)
  const mayRead =
    (state === "open" || isRestored) &&
    readBudget.hasRoom(merchant_id, Date.now()) &&
    (await ledger.dueQueue.mayRead(id, SECONDS_BETWEEN_READS))
  if (mayRead) readBudget.spend(merchant_id, Date.now())
  const attempt = !mayRead
    ? found
    : isRestored
      ? await reconsiderCryptoPayment(req.scope, found)
      : await checkCryptoPayment(req.scope, found, "return")
  res.set("cache-control", "no-store")
  res.json({
    crypto_payment: await readStoreCryptoPayment(
      req.scope,
      attempt,
      sessionId,
      query.data.cart_id
    ),
  })
}
