import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { notFound } from "../../../../../medusa-errors"
import { findRecord, type Query } from "../../../../../medusa-query"
import {
  CRYPTO_PAYMENT_MODULE,
  type Merchants,
} from "../../../../../modules/crypto-payment/internal"
import { readOrderCollection } from "../../order-collection"
import {
  currentAttempt,
  toStoreCryptoCollection,
} from "../../store-crypto-collection"
import { readStoreCryptoPayment } from "../../store-crypto-payment"

/**
 * What is due for an order by one of its payment collections, for the page behind a
 * payment link: `{ crypto_collection }`. Changes nothing and reads no payment from the
 * gateway, since mail scanners open links. 404 for an unknown collection, and for one
 * of a cart that is no order yet.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse) {
  const ledger = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
  const query = req.scope.resolve("query")
  const { payment_collection_id: id } = req.params
  const collection = await readOrderCollection(query, id)
  if (!collection) {
    throw notFound("There is no order to pay for this payment collection.")
  }
  const { order, cart_id, session_ids } = collection
  const [attempts, links, providers, unpaid] = await Promise.all([
    ledger.listCryptoPayments(
      { payment_collection_id: id },
      { order: { created_at: "DESC" } }
    ),
    ledger.sessions.linksOf(session_ids),
    findProviders(query, ledger.merchants, order.region_id),
    cart_id ? ledger.unpaidOrders.find(cart_id) : undefined,
  ])
  const current = currentAttempt(attempts, links)
  res.set("cache-control", "no-store")
  res.json({
    crypto_collection: toStoreCryptoCollection(collection, {
      providers,
      attempts,
      current: current && {
        attempt: current.attempt,
        payment: await readStoreCryptoPayment(
          req.scope,
          current.attempt,
          current.sessionId
        ),
      },
      payUntil: unpaid?.cancel_at ?? null,
      now: new Date(),
    }),
  })
}

/** Our payment providers that are enabled in a region, by id. */
async function findProviders(
  query: Query,
  merchants: Merchants,
  regionId: string | null
) {
  if (!regionId) return []
  const region = await findRecord(query, "region", regionId, [
    "payment_providers.id",
    "payment_providers.is_enabled",
  ])
  const enabled: ({ id: string; is_enabled: boolean } | null)[] =
    region?.payment_providers ?? []
  return enabled
    .flatMap((each) => (each?.is_enabled && merchants.provider(each.id)) || [])
    .sort((one, two) => one.provider_id.localeCompare(two.provider_id))
}
