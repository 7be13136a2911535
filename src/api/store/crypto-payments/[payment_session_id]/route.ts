import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { RateLimit } from "../../../rate-limit"
import { idSchema } from "../../../requests"
import { isCartRestored } from "../restored-cart"
import { readStoreCryptoPayment } from "../store-crypto-payment"
import { invalidData, notFound } from "../../../../medusa-errors"
import type { Attempt } from "../../../../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../../../../modules/crypto-payment/module-key"
import { checkCryptoPayment } from "../../../../workflows/act-on-crypto-payment"
import { settleCryptoPaymentWorkflow } from "../../../../workflows/settle"

/** How often a page that polls has a payment read or decided about again. */
const SECONDS_BETWEEN_READS = 10
/**
 * How many payments of a merchant this process reads in a minute for such pages. Anybody can open
 * payments and poll them all, and the gateway limits the merchant; without these reads webhooks and
 * the job find the money.
 */
const reads = new RateLimit(30)

const querySchema = z.object({ cart_id: idSchema.optional() })

/**
 * The crypto payment of a session, for checkout and return page. While it is open it is also read
 * from the gateway, so that the page finds the order even when no webhook arrives. `order_id` only
 * with the `?cart_id=` that it is for: who has a payment link finds the session, and core shows an
 * order's customer to who has its id. 404 for a session that is not ours.
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
  const { cart_id } = query.data
  const attempt =
    found.state === "open"
      ? await readOpen(req.scope, found)
      : cart_id !== undefined && cart_id === found.cart_id
        ? await settleRestored(req.scope, found)
        : found
  res.json({
    crypto_payment: await readStoreCryptoPayment(
      req.scope,
      attempt,
      sessionId,
      cart_id
    ),
  })
}

async function readOpen(container: MedusaContainer, found: Attempt) {
  const { id, merchant_id } = found
  const { dueQueue } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const mayRead =
    reads.secondsToWait(merchant_id, Date.now()) === 0 &&
    (await dueQueue.mayRead(id, SECONDS_BETWEEN_READS))
  if (!mayRead) return found
  reads.count(merchant_id, Date.now())
  return await checkCryptoPayment(container, found, "return")
}

async function settleRestored(container: MedusaContainer, found: Attempt) {
  const { attempts, dueQueue } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const { id } = found
  const mayDecide =
    (await isCartRestored(container, found)) &&
    (await dueQueue.mayRead(id, SECONDS_BETWEEN_READS))
  if (!mayDecide) return found
  await settleCryptoPaymentWorkflow(container).run({
    input: { crypto_payment_id: id, again: "reconsider" },
  })
  return (await attempts.find(id)) ?? found
}
