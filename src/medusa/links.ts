import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import {
  findMany,
  findOne,
  linkedOne,
  type MedusaRecord,
  type Query,
  record,
} from "./query"
import type { Attempt } from "../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../modules/crypto-payment/module-key"

const id = z.string()

/** Medusa's links between carts, payment collections and orders. */
const LINKS = {
  order_cart: record("order_cart", { order_id: id, cart_id: id }),
  cart_payment_collection: record("cart_payment_collection", {
    cart_id: id,
    payment_collection_id: id,
  }),
  order_payment_collection: record("order_payment_collection", {
    order_id: id,
    payment_collection_id: id,
  }),
}

type Column = "cart_id" | "order_id" | "payment_collection_id"

/** One column of the links between carts, collections and orders that match. */
export async function findLinks(
  query: Query,
  entity: keyof typeof LINKS,
  column: Column,
  filters: Partial<Record<Column, string | string[]>>
): Promise<string[]> {
  const links: MedusaRecord<Partial<Record<Column, string>>> = LINKS[entity]
  const found = await findMany(query, links, filters)
  return found.flatMap((link) => link[column] ?? [])
}

type Subject = Pick<Attempt, "cart_id" | "payment_collection_id">

/** The order of the cart, whatever its collection is linked to; without a cart the collection's. */
export async function findOrderId(
  query: Query,
  subject: Subject
): Promise<string | undefined> {
  const [first] = await findOrderIds(query, subject)
  return first
}

const ORDER_STATUS = record("order", { id, status: z.string() })

async function findOrderIds(
  query: Query,
  { cart_id, payment_collection_id }: Subject
): Promise<string[]> {
  const ofCollection = async () =>
    payment_collection_id
      ? await findLinks(query, "order_payment_collection", "order_id", {
          payment_collection_id,
        })
      : []
  const ids = cart_id
    ? await findLinks(query, "order_cart", "order_id", { cart_id })
    : await ofCollection()
  if (ids.length < 2) return ids
  const [linked, orders] = await Promise.all([
    cart_id ? ofCollection() : [],
    findMany(query, ORDER_STATUS, { id: ids }),
  ])
  return rankOrders(ids, linked, orders)
}

/**
 * Of two completions at once, each may link an order to the cart, and two orders to a collection:
 * first the one on which core books the collection's money, then one that stands, then the oldest;
 * last what is gone.
 */
export function rankOrders(
  ids: readonly string[],
  ofCollection: readonly string[],
  orders: readonly { id: string; status: string }[]
): string[] {
  const rankOf = (each: string) => {
    const order = orders.find((found) => found.id === each)
    if (!order) return 3
    if (ofCollection.includes(each)) return 0
    return order.status === "canceled" ? 2 : 1
  }
  return [...ids].sort(
    (one, other) => rankOf(one) - rankOf(other) || one.localeCompare(other)
  )
}

const order = linkedOne({ status: z.string() })

const ORDER_OF_CART = record("order_cart", { cart_id: id, order })

const ORDER_OF_COLLECTION = record("order_payment_collection", {
  payment_collection_id: id,
  order,
})

/** Those of the carts whose order is canceled. */
export async function findCartsOfCanceled(query: Query, cart_id: string[]) {
  if (cart_id.length === 0) return []
  const links = await findMany(query, ORDER_OF_CART, { cart_id })
  return links
    .filter((link) => link.order?.status === "canceled")
    .map((link) => link.cart_id)
}

/** Those of the collections whose order is canceled. */
export async function findCollectionsOfCanceled(
  query: Query,
  payment_collection_id: string[]
) {
  if (payment_collection_id.length === 0) return []
  const links = await findMany(query, ORDER_OF_COLLECTION, {
    payment_collection_id,
  })
  return links
    .filter((link) => link.order?.status === "canceled")
    .map((link) => link.payment_collection_id)
}

const CART = record("cart", { id })

export async function isCart(query: Query, cartId: string): Promise<boolean> {
  return (await findOne(query, CART, cartId)) !== undefined
}

/**
 * As `findOrderId`. Stores delete completed carts, with their links: an order that took the place
 * of such a cart is named by the attempt, by its unpaid order, or by its collection.
 */
export async function findAttemptOrderId(
  container: MedusaContainer,
  attempt: Pick<Attempt, "cart_id" | "payment_collection_id" | "order_id">
): Promise<string | undefined> {
  const query = container.resolve("query")
  const { cart_id, payment_collection_id, order_id } = attempt
  const found = await findOrderId(query, attempt)
  if (found || !cart_id || (await isCart(query, cart_id))) return found
  if (order_id) return order_id
  const { unpaidOrders } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const unpaid = await unpaidOrders.find(cart_id)
  return (
    unpaid?.order_id ??
    (await findOrderId(query, { cart_id: null, payment_collection_id }))
  )
}

/**
 * The attempt's collection, and its cart's where that got another one; none of an order's changes.
 * One that left the cart with another attempt's money (`leaveCart`) is not counted.
 */
export async function findCollectionIds(
  query: Query,
  {
    cart_id,
    payment_collection_id: own,
    authorized_session_id,
  }: Subject & Partial<Pick<Attempt, "authorized_session_id">>
): Promise<string[]> {
  if (!cart_id) return own ? [own] : []
  const column = "payment_collection_id"
  const ofCart = await findLinks(query, "cart_payment_collection", column, {
    cart_id,
  })
  if (!own || ofCart.includes(own)) return ofCart
  const ofOrder = authorized_session_id
    ? [own]
    : await findLinks(query, "order_payment_collection", column, {
        payment_collection_id: own,
      })
  return [...new Set([...ofOrder, ...ofCart])]
}

/** All collections of an order: of its cart, of its edits, and those that an admin made. */
export async function findOrderCollectionIds(
  query: Query,
  order_id: string
): Promise<string[]> {
  const entity = "order_payment_collection"
  return await findLinks(query, entity, "payment_collection_id", { order_id })
}
