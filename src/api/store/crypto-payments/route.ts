import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { invalidData } from "../../../medusa-errors"
import { findRecord, type Query } from "../../../medusa-query"
import { CRYPTO_PAYMENT_MODULE } from "../../../modules/crypto-payment"
import { idSchema } from "../../request-text"
import { listOpenedSessions, SESSION_FIELDS } from "./opened-sessions"
import { cartAttempt } from "./store-crypto-collection"
import { readStoreCryptoPayment } from "./store-crypto-payment"

const querySchema = z.object({ cart_id: idSchema })

/**
 * `?cart_id=`: the crypto payment of a cart, `{ crypto_payment }`, whatever session the
 * cart has now: one that holds money, else the one of its session, else one that is
 * still open since the cart changed. Null where there is none. Changes nothing.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse) {
  const parsed = querySchema.safeParse(req.query)
  if (!parsed.success) {
    throw invalidData("cart_id is needed: the id of the shopper's cart.")
  }
  const { cart_id } = parsed.data
  const ledger = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
  const sessionIds = await findSessions(req.scope.resolve("query"), cart_id)
  const attempts = await ledger.attempts.findShown(cart_id, sessionIds)
  const shown = cartAttempt(attempts, sessionIds)
  res.set("cache-control", "no-store")
  res.json({
    crypto_payment:
      shown &&
      (await readStoreCryptoPayment(
        req.scope,
        shown.attempt,
        shown.sessionId,
        cart_id
      )),
  })
}

async function findSessions(query: Query, cartId: string): Promise<string[]> {
  const cart = await findRecord(
    query,
    "cart",
    cartId,
    SESSION_FIELDS.map((field) => `payment_collection.${field}`)
  )
  return listOpenedSessions(cart?.payment_collection?.payment_sessions)
}
