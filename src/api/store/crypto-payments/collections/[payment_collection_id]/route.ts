import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readPayPage } from "../../pay-page"

/**
 * What is due for an order by one of its payment collections, for the page behind a payment link:
 * `{ crypto_collection }`. Changes nothing and reads no payment from the gateway, since mail scanners
 * open links. 404 for an unknown collection, and for one of a cart that is no order yet.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse) {
  const { payment_collection_id } = req.params
  res.set("cache-control", "no-store")
  res.json({
    crypto_collection: await readPayPage(req.scope, payment_collection_id),
  })
}
