import type { MedusaContainer } from "@medusajs/framework/types"
import { notFound } from "../../../medusa-errors"
import { findRecord, type Query } from "../../../medusa-query"
import {
  type Attempt,
  type ConfiguredProvider,
  CRYPTO_PAYMENT_MODULE,
  type CryptoPaymentModuleService,
  type Merchants,
} from "../../../modules/crypto-payment/internal"
import {
  findAskedRemainder,
  findFirsts,
  remainderProviders,
} from "./asked-remainder"
import { readCartCollection, readOrderCollection } from "./order-collection"
import {
  currentAttempt,
  toStoreCryptoCollection,
} from "./store-crypto-collection"
import { readStoreCryptoPayment } from "./store-crypto-payment"

/** Of a payment collection, that its page reads of each kind. */
const MAX_ATTEMPTS = 200

/**
 * What the page of a payment collection shows, and what a press on it needs: the underpaid payment
 * whose remainder is asked for, and the providers by which it can be paid.
 * @throws MedusaError NOT_FOUND for a collection that there is nothing to pay by
 */
export async function readPayPage(container: MedusaContainer, id: string) {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const query = container.resolve("query")
  const ofOrder = await readOrderCollection(query, id)
  const collection = ofOrder ?? (await readCartCollection(query, id))
  if (!collection) throw nothingToPay()
  const { order, cart_id, session_ids } = collection
  const links = await ledger.sessions.linksOf(session_ids)
  const attempts = await listAttempts(ledger, id, [...links.values()])
  if (!ofOrder && !isUnderpaidOrBeingPaid(attempts)) throw nothingToPay()
  const [offered, unpaid, asked] = await Promise.all([
    findProviders(query, ledger.merchants, order.region_id),
    cart_id ? ledger.unpaidOrders.find(cart_id) : undefined,
    findAskedRemainder(ledger.adminActions, attempts),
  ])
  const remainder = collection.state === "unpaid" ? asked : null
  const providers = remainder
    ? remainderProviders(remainder.first, offered, ledger.merchants)
    : offered
  const current = remainder
    ? remainder.shown && {
        attempt: remainder.shown,
        sessionId: remainder.shown.id,
      }
    : currentAttempt(attempts, links)
  const read = async ({ attempt, sessionId }: NonNullable<typeof current>) =>
    await readStoreCryptoPayment(container, attempt, sessionId)
  const crypto_collection = toStoreCryptoCollection(collection, {
    providers,
    attempts,
    current: current
      ? { attempt: current.attempt, payment: await read(current) }
      : null,
    remainder: remainder && {
      ...remainder,
      underpaid: await read({
        attempt: remainder.first,
        sessionId: remainder.first.payment_session_id ?? "",
      }),
    },
    payUntil: unpaid?.cancel_at ?? null,
    now: new Date(),
  })
  return { crypto_collection, attempts, remainder, providers }
}

function nothingToPay() {
  return notFound("There is no order to pay for this payment collection.")
}

/**
 * What a page may show, newest first: attempts that hold money, open ones, those of the present
 * sessions, and the newest remainders, which name the payment that they are asked for. There may be
 * thousands of others.
 */
async function listAttempts(
  ledger: CryptoPaymentModuleService,
  payment_collection_id: string,
  used: string[]
): Promise<Attempt[]> {
  type Filters = Parameters<typeof ledger.listCryptoPayments>[0]
  const list = async (filters: Filters) =>
    await ledger.listCryptoPayments(
      { payment_collection_id, ...filters },
      { order: { created_at: "DESC" }, take: MAX_ATTEMPTS }
    )
  const unpaid = ["creating" as const, "closed" as const]
  const [shown, ended] = await Promise.all([
    list({ $or: [{ state: { $nin: unpaid } }, { id: used }] }),
    list({ state: unpaid, remainder_of: { $ne: null } }),
  ])
  return [...shown, ...ended]
}

/** Of a cart without an order: a remainder was asked for, and no person resolved the payment. */
function isUnderpaidOrBeingPaid(attempts: readonly Attempt[]): boolean {
  return findFirsts(attempts).some(({ state }) => state !== "resolved")
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
