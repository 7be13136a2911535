import type { MedusaContainer } from "@medusajs/framework/types"
import { notFound } from "../../../medusa-errors"
import { findRecord, type Query } from "../../../medusa-query"
import {
  type Attempt,
  type AttemptState,
  type ConfiguredProvider,
  CRYPTO_PAYMENT_MODULE,
  type CryptoPaymentModuleService,
  type Merchants,
} from "../../../modules/crypto-payment/internal"
import { readOrderCollection } from "./order-collection"
import {
  currentAttempt,
  toStoreCryptoCollection,
} from "./store-crypto-collection"
import { readStoreCryptoPayment } from "./store-crypto-payment"

/** Of a payment collection, that its page reads. */
const MAX_ATTEMPTS = 200

const UNSEEN_STATES: AttemptState[] = ["creating", "closed"]

/**
 * What the page of a payment collection shows.
 * @throws MedusaError NOT_FOUND for a collection that there is nothing to pay by
 */
export async function readPayPage(container: MedusaContainer, id: string) {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const query = container.resolve("query")
  const collection = await readOrderCollection(query, id)
  if (!collection) {
    throw notFound("There is no order to pay for this payment collection.")
  }
  const { order, cart_id, session_ids } = collection
  const links = await ledger.sessions.linksOf(session_ids)
  const attempts = await listAttempts(ledger, id, [...links.values()])
  const [providers, unpaid] = await Promise.all([
    findProviders(query, ledger.merchants, order.region_id),
    cart_id ? ledger.unpaidOrders.find(cart_id) : undefined,
  ])
  const current = currentAttempt(attempts, links)
  return toStoreCryptoCollection(collection, {
    providers,
    attempts,
    current: current && {
      attempt: current.attempt,
      payment: await readStoreCryptoPayment(
        container,
        current.attempt,
        current.sessionId
      ),
    },
    payUntil: unpaid?.cancel_at ?? null,
    now: new Date(),
  })
}

/**
 * What a page may show, newest first: attempts that hold money, open ones, and those of the present
 * sessions. There may be thousands of others.
 */
async function listAttempts(
  ledger: CryptoPaymentModuleService,
  payment_collection_id: string,
  used: string[]
): Promise<Attempt[]> {
  const isShown = [{ state: { $nin: UNSEEN_STATES } }, { id: used }]
  return await ledger.listCryptoPayments(
    { payment_collection_id, $or: isShown },
    { order: { created_at: "DESC" }, take: MAX_ATTEMPTS }
  )
}

/** Our payment providers that are enabled in a region, by id. */
async function findProviders(
  query: Query,
  merchants: Merchants,
  regionId: string | null
): Promise<ConfiguredProvider[]> {
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
