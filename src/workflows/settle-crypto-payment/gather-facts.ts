import type { MedusaContainer } from "@medusajs/framework/types"

import { paymentOutcome } from "../../gateway"
import { withCalculatedSummary } from "../../medusa-order"
import { findRecord, type Query } from "../../medusa-query"
import {
  type Attempt,
  attemptPrice,
  comparablePrice,
  CRYPTO_PAYMENT_MODULE,
  type CryptoPaymentModuleService,
  type Facts,
  gatewayPrice,
  isSentBack,
  isPaidState,
  isStandingPayment,
  type MedusaOrder,
  ORDER_FACT_FIELDS,
  readShortfall,
} from "../../modules/crypto-payment/internal"
import {
  findCollectionIds,
  findOrderId,
  findPayments,
  isOwnPayment,
  type CollectionPayment,
} from "../medusa/records"
import { capturedPrice, readOrder } from "./order-facts"

/** Reads the facts about an attempt that `decide` needs from ledger and Medusa. */
export async function gatherFacts(
  container: MedusaContainer,
  attempt: Attempt
): Promise<Facts> {
  const query = container.resolve("query")
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const orderId = await findOrderId(query, attempt)
  const [collection, medusaOrder, collectionIds] = await Promise.all([
    findCollection(query, attempt.payment_collection_id),
    findOrder(query, orderId),
    findCollectionIds(query, attempt),
  ])
  const payments = await findPayments(query, collectionIds)
  const own = payments.find((payment) => isOwnPayment(payment, attempt))
  const [session, order] = await Promise.all([
    findSession(query, attempt, own),
    medusaOrder &&
      readOrder(container, medusaOrder, collectionIds, payments, own),
  ])
  const cart = await findCart(query, attempt.cart_id, { priced: !order })
  return {
    ...(await readLedgerFacts(ledger, attempt)),
    session,
    payment: own
      ? {
          id: own.id,
          captured: Boolean(own.captured_at) && !own.canceled_at,
          price: capturedPrice(own),
          booked: order?.booked ?? true,
          stands: isStandingPayment(own),
        }
      : null,
    cart,
    collection,
    order: order?.facts ?? null,
    paid_otherwise: payments.some(
      (payment) => payment !== own && isStandingPayment(payment)
    ),
  }
}

/** The facts that the ledger and the options have, without Medusa's. */
async function readLedgerFacts(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt
): Promise<Pick<Facts, "attempt" | "gateway_price" | "merchant">> {
  const provider = ledger.merchants.provider(attempt.provider_id)
  return {
    attempt: {
      state: attempt.state,
      order_id: attempt.order_id,
      price: attemptPrice(attempt),
      is_test: attempt.is_test,
      outcome: isPaidState(attempt.state)
        ? "paid"
        : paymentOutcome(attempt.gateway_status ?? ""),
      gateway_status: attempt.gateway_status,
      was_closed: attempt.closed_at !== null,
      for_cart: attempt.cart_id !== null,
      sent_back: await isSentBack(ledger, attempt),
      shortfall: await readShortfall(ledger, attempt),
    },
    gateway_price: gatewayPrice(attempt),
    merchant: provider
      ? { test_mode: ledger.merchants.options(provider.merchantKey).testMode }
      : null,
  }
}

/** The session that was authorized with the money, or, where it is gone, the one after it. */
async function findSession(
  query: Query,
  { authorized_session_id, payment_session_id }: Attempt,
  payment: CollectionPayment | undefined
): Promise<Facts["session"]> {
  const paidId = payment?.payment_session_id ?? authorized_session_id
  const ids = [paidId, payment_session_id].filter((id) => id !== null)
  if (ids.length === 0) return null
  const { data } = await query.graph({
    entity: "payment_session",
    fields: ["id", "amount", "currency_code", "status"],
    filters: { id: ids },
  })
  const session = data.find(({ id }) => id === paidId) ?? data[0]
  return session
    ? {
        id: session.id,
        status: session.status,
        price: comparablePrice(session),
      }
    : null
}

async function findCollection(
  query: Query,
  id: string | null
): Promise<Facts["collection"]> {
  if (!id) return null
  const fields = ["id", "amount", "currency_code"]
  const collection = await findRecord(query, "payment_collection", id, fields)
  return collection
    ? { id: collection.id, price: comparablePrice(collection) }
    : null
}

/** Undefined where there is no order, or core rolled it back. */
async function findOrder(
  query: Query,
  id: string | undefined
): Promise<MedusaOrder | undefined> {
  if (!id) return undefined
  const order = await findRecord(query, "order", id, ORDER_FACT_FIELDS)
  return order && (await withCalculatedSummary(query, order))
}

/**
 * @param priced false once there is an order: its own total decides then, and
 * pricing a cart is the most expensive query.
 */
async function findCart(
  query: Query,
  id: string | null,
  { priced }: { priced: boolean }
): Promise<Facts["cart"]> {
  if (!id) return null
  const fields = ["id", "currency_code", "completed_at"]
  if (priced) fields.push("total")
  const cart = await findRecord(query, "cart", id, fields)
  if (!cart) return null
  return {
    id: cart.id,
    completed: Boolean(cart.completed_at),
    price: priced ? comparablePrice({ ...cart, amount: cart.total }) : null,
  }
}
