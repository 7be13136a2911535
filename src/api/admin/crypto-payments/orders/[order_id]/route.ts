import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readCryptoOrder } from "../../orders"

/**
 * What is due for an order, until when an order that was placed before its
 * payment can be paid, and the link by which the customer pays in crypto:
 * `{ crypto_order }`. Changes nothing. 404 for an unknown order.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse) {
  const { order_id } = req.params
  res.set("cache-control", "no-store")
  res.json({ crypto_order: await readCryptoOrder(req.scope, order_id) })
}
