import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CRYPTO_PAYMENT_MODULE } from "../../../../../modules/crypto-payment/internal"
import { readCart } from "./read-cart"

/**
 * The cart of a payment, for a person who has to place its order manually:
 * `{ crypto_cart }`, null where there is none, or where it is an order by now. 404 for an
 * unknown payment.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse) {
  const ledger = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
  const { cart_id } = await ledger.attempts.retrieve(req.params.id)
  const crypto_cart =
    cart_id === null
      ? null
      : await readCart(req.scope.resolve("query"), cart_id)
  res.set("cache-control", "no-store")
  res.json({ crypto_cart })
}
