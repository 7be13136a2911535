import { readCartPrice } from "./carts"
import { findPaymentsOf, type SessionToAuthorize } from "./collections"
import { findLinks } from "./links"
import {
  findOrderOf,
  orderFacts,
  type OrderWithCollections,
  type StoredOrder,
} from "./orders"
import type { Query } from "./query"
import type { Price } from "../modules/crypto-payment/column-values"
import type { Attempt } from "../modules/crypto-payment/models/crypto-payment"
import {
  type CollectionDue,
  collectionDue,
  isStandingPayment,
  orderDue,
  type OrderDue,
  type PaymentMovements,
  priceDue,
} from "../modules/crypto-payment/settling/due"
import type { OrderFacts } from "../modules/crypto-payment/settling/facts"
import { comparablePrice } from "../modules/crypto-payment/settling/money"

/** What a customer can be asked to pay for an order. */
export async function readOrderDue(
  query: Query,
  order: OrderWithCollections,
  collections = order.payment_collections
): Promise<{ facts: OrderFacts; due: OrderDue | null }> {
  const facts = await orderFacts(query, order)
  return { facts, due: orderDue(facts, collections) }
}

type OrderedCollection = {
  /** The order was placed from a cart by it. */
  for_cart: boolean
  price: Price
  status?: string
  order: StoredOrder
  payments: readonly PaymentMovements[]
}

/** What can be paid by a collection of an order. */
export async function readCollectionDue(
  query: Query,
  { for_cart, price, status, order, payments }: OrderedCollection
): Promise<CollectionDue> {
  return collectionDue({
    for_cart,
    price,
    canceled: status === "canceled",
    order: await orderFacts(query, order),
    payments,
  })
}

/** What the money of a session would pay for. */
export type SessionDue = {
  cart_id: string | null
  /** False for a session that is not in the attempt's cart, or its collection. */
  is_own: boolean
  due: Price | null
  order_canceled: boolean
  /** Another payment stands in the collection. */
  paid_otherwise: boolean
  /** Medusa's payment of the session was refunded: the ledger may be lost. */
  refunded: boolean
}

/**
 * When core completes a cart, its order exists already, and the total of that counts; when a run
 * hands the session over first, that of the cart.
 */
export async function readSessionDue(
  query: Query,
  id: string,
  collection: NonNullable<SessionToAuthorize["payment_collection"]>,
  attempt: Pick<Attempt, "cart_id" | "payment_collection_id">
): Promise<SessionDue> {
  const isOfCollection = attempt.payment_collection_id === collection.id
  const [payments, cart_id, stored] = await Promise.all([
    findPaymentsOf(query, collection.id),
    // Of one collection, the attempt has its cart.
    isOfCollection && attempt.cart_id !== null
      ? attempt.cart_id
      : findCartId(query, collection.id),
    findOrderOf(query, collection.id),
  ])
  const is_own = attempt.cart_id ? attempt.cart_id === cart_id : isOfCollection
  const order = is_own && stored ? await orderFacts(query, stored) : null
  const isOfSession = (payment: { payment_session_id: string | null }) =>
    payment.payment_session_id === id
  return {
    cart_id,
    is_own,
    due: is_own
      ? priceDue({
          // An attempt of a deleted cart stays one for a cart: its collection alone
          // does not say what is due.
          attempt: { for_cart: cart_id !== null || attempt.cart_id !== null },
          cart:
            cart_id !== null && !order
              ? { price: (await readCartPrice(query, cart_id)) ?? null }
              : null,
          collection: { price: comparablePrice(collection) },
          order: order && { due: order.pending },
        })
      : null,
    order_canceled: order?.canceled ?? false,
    paid_otherwise: payments.some(
      (payment) => isStandingPayment(payment) && !isOfSession(payment)
    ),
    refunded: payments.some(
      (payment) => isOfSession(payment) && payment.refunds.length > 0
    ),
  }
}

/** The link of a deleted cart stays; it has no price then. */
async function findCartId(query: Query, payment_collection_id: string) {
  const entity = "cart_payment_collection"
  const [id] = await findLinks(query, entity, "cart_id", {
    payment_collection_id,
  })
  return id ?? null
}
