import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readPayPage } from "../../pay-page"

/**
 * What is due for an order by one of its payment collections, or for an underpaid payment whose
 * remainder was asked for, for the page behind a payment link: `{ crypto_collection }`. Changes
 * nothing and reads no payment from the gateway, since mail scanners open links. 404 for an unknown
 * collection, and for another one of a cart that is no order yet.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse) {
  const { crypto_collection } = await readPayPage(
    req.scope,
    req.params.payment_collection_id
  )
  res.set("cache-control", "no-store")
  res.json({ crypto_collection })
}
