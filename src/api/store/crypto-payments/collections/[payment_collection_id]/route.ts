import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { type OrderCollection, readOrderCollection } from "../../payable"
import { currentAttempt } from "../../shown-attempt"
import {
  readStoreCryptoPayment,
  type toStoreCryptoPayment,
} from "../../store-crypto-payment"
import { notFound } from "../../../../../medusa-errors"
import { findRegion } from "../../../../../medusa/regions"
import type { AttemptState } from "../../../../../modules/crypto-payment/column-values"
import type { ConfiguredProvider } from "../../../../../modules/crypto-payment/merchants/merchants"
import type { Attempt } from "../../../../../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../../../../../modules/crypto-payment/module-key"
import { paidSession } from "../../../../../modules/crypto-payment/settling/money"
import { pick } from "../../../../../pick"

/**
 * What is due for an order by one of its payment collections, for the page behind a payment link:
 * `{ crypto_collection }`. Changes nothing and reads no payment from the gateway, since mail
 * scanners open links. 404 for an unknown collection, and for one of a cart that is no order yet.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse) {
  const { payment_collection_id } = req.params
  res.json({
    crypto_collection: await readPayPage(req.scope, payment_collection_id),
  })
}

/** Of a payment collection, that its page reads: there may be thousands of closed ones. */
const MAX_ATTEMPTS = 200

const UNSEEN_STATES: AttemptState[] = ["creating", "closed"]

/** @throws MedusaError NOT_FOUND for a collection that there is nothing to pay by */
async function readPayPage(container: MedusaContainer, id: string) {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const query = container.resolve("query")
  const collection = await readOrderCollection(query, id)
  if (!collection) {
    throw notFound("There is no order to pay for this payment collection.")
  }
  const { order, cart_id, session_ids } = collection
  const links = await ledger.sessions.linksOf(session_ids)
  const isShown = [
    { state: { $nin: UNSEEN_STATES } },
    { id: [...links.values()] },
  ]
  const attempts = await ledger.listCryptoPayments(
    { payment_collection_id: id, $or: isShown },
    { order: { created_at: "DESC" }, take: MAX_ATTEMPTS }
  )
  const [region, unpaid] = await Promise.all([
    order.region_id ? findRegion(query, order.region_id) : null,
    cart_id ? ledger.unpaidOrders.find(cart_id) : undefined,
  ])
  const current = currentAttempt(attempts, links)
  return toStoreCryptoCollection(collection, {
    providers: ledger.merchants.enabledIn(region),
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

type StoreCryptoPayment = ReturnType<typeof toStoreCryptoPayment>

export type CollectionContext = {
  providers: readonly ConfiguredProvider[]
  attempts: readonly Attempt[]
  current: { attempt: Attempt; payment: StoreCryptoPayment } | null
  /** Until when an order that was placed before its payment can be paid. */
  payUntil: Date | null
  now: Date
}

/** What whoever has the link of a payment may know. */
export function toStoreCryptoCollection(
  collection: OrderCollection,
  context: CollectionContext
) {
  const { state, order, due } = collection
  const { attempts, current, now } = context
  const payUntil = state === "unpaid" ? context.payUntil : null
  const providers = context.providers.map((provider) =>
    pick(provider, ["provider_id", "flow"])
  )
  return {
    payment_collection_id: collection.id,
    order_display_id: order.display_id,
    state,
    amount: due?.amount ?? null,
    currency_code: collection.currency_code,
    pay_until: payUntil?.toISOString() ?? null,
    payable:
      state === "unpaid" &&
      providers.length > 0 &&
      due !== null &&
      (payUntil === null || payUntil > now) &&
      attempts.every((attempt) => paidSession(attempt) === null),
    providers,
    crypto_payment: current?.payment ?? null,
    receipt: current && toReceipt(current),
    server_time: now.toISOString(),
  }
}

/** What was paid in crypto, once it is on the order. */
function toReceipt({
  attempt,
  payment,
}: NonNullable<CollectionContext["current"]>) {
  if (attempt.state !== "settled") return null
  return {
    ...pick(payment, ["amount", "currency_code", "is_test"]),
    ...pick(payment, ["crypto_amount", "crypto_currency"]),
    ...pick(payment, ["crypto_name", "crypto_network"]),
    paid_at: attempt.paid_at?.toISOString() ?? null,
  }
}
