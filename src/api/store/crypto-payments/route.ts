import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { idSchema } from "../../requests"
import { readPayableCart } from "./payable"
import { findCartAttempt } from "./shown-attempt"
import { readStoreCryptoPayment } from "./store-crypto-payment"
import { invalidData } from "../../../medusa-errors"
import { CRYPTO_PAYMENT_MODULE } from "../../../modules/crypto-payment/module-key"

const querySchema = z.object({ cart_id: idSchema })

/**
 * `?cart_id=`: the crypto payment of a cart, `{ crypto_payment }`, whatever session the
 * cart has now: one that holds money, else the one of its session, else one that may
 * have been paid before the cart changed. Null where there is none. Changes nothing.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse) {
  const parsed = querySchema.safeParse(req.query)
  if (!parsed.success) {
    throw invalidData("cart_id is needed: the id of the shopper's cart.")
  }
  const { cart_id } = parsed.data
  const { scope } = req
  const cart = await readPayableCart(scope.resolve("query"), cart_id)
  const ledger = scope.resolve(CRYPTO_PAYMENT_MODULE)
  const shown = await findCartAttempt(ledger, cart_id, cart)
  res.json({
    crypto_payment:
      shown &&
      (await readStoreCryptoPayment(
        scope,
        shown.attempt,
        shown.sessionId,
        cart_id
      )),
  })
}
