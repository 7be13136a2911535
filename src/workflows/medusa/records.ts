import type {
  BigNumberInput,
  IOrderModuleService,
  MedusaContainer,
} from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { findRecord, pick, type Query } from "../../medusa-query"
import type { Attempt } from "../../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../../modules/crypto-payment/module-key"
import {
  type OrderVersion,
  PAYMENT_MOVEMENT_FIELDS,
  type PaymentMovements,
} from "../../modules/crypto-payment/settling/due"
import type { OrderTotals } from "../../modules/crypto-payment/settling/facts"

export type OrderChange = {
  id: string
  change_type?: string | null
  created_at: Date | string
}

/** With what the Order Module generates for its models, and its type leaves out. */
export type OrderModule = Omit<IOrderModuleService, "listOrderChanges"> & {
  listOrderChanges(filters: {
    order_id: string
    status?: string[]
  }): Promise<OrderChange[]>
  cancelOrderChange(id: string): Promise<void>
  listOrderSummaries(filters: {
    order_id: string
  }): Promise<(OrderVersion & { totals: OrderTotals })[]>
  listOrderItems(filters: {
    order_id: string
    version: number
  }): Promise<{ item_id: string; quantity: BigNumberInput }[]>
  updateOrderTransactions(
    data: readonly { id: string; version: number }[]
  ): Promise<unknown>
}

/** One column of the links between carts, collections and orders that match. */
export async function findLinks(
  query: Query,
  entity: "order_cart" | "cart_payment_collection" | "order_payment_collection",
  column: "cart_id" | "order_id" | "payment_collection_id",
  filters: Record<string, string | string[]>
): Promise<string[]> {
  const { data } = await query.graph({ entity, fields: [column], filters })
  const links: Partial<Record<typeof column, string>>[] = data
  return links.flatMap((link) => link[column] ?? [])
}

type Subject = Pick<Attempt, "cart_id" | "payment_collection_id">

/** The order of the cart, whatever its collection is linked to; without a cart the collection's. */
export async function findOrderId(
  query: Query,
  subject: Subject
): Promise<string | undefined> {
  const [id] = await findOrderIds(query, subject)
  return id
}

async function findOrderIds(
  query: Query,
  { cart_id, payment_collection_id }: Subject
): Promise<string[]> {
  const entity = "order_payment_collection"
  const ofCollection = async () =>
    payment_collection_id
      ? await findLinks(query, entity, "order_id", { payment_collection_id })
      : []
  const ids = cart_id
    ? await findLinks(query, "order_cart", "order_id", { cart_id })
    : await ofCollection()
  if (ids.length < 2) return ids
  const [linked, { data }] = await Promise.all([
    cart_id ? ofCollection() : [],
    query.graph({
      entity: "order",
      fields: ["id", "status"],
      filters: { id: ids },
    }),
  ])
  return rankOrders(ids, linked, data)
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
  const rankOf = (id: string) => {
    const order = orders.find((each) => each.id === id)
    if (!order) return 3
    if (ofCollection.includes(id)) return 0
    return order.status === "canceled" ? 2 : 1
  }
  return [...ids].sort(
    (one, other) => rankOf(one) - rankOf(other) || one.localeCompare(other)
  )
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
  const id = await findOrderId(query, attempt)
  if (id || !cart_id || (await isCart(query, cart_id))) return id
  if (order_id) return order_id
  const { unpaidOrders } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const unpaid = await unpaidOrders.find(cart_id)
  return (
    unpaid?.order_id ??
    (await findOrderId(query, { cart_id: null, payment_collection_id }))
  )
}

export async function isCart(query: Query, id: string): Promise<boolean> {
  return (await findRecord(query, "cart", id, ["id"])) !== undefined
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

type PricedRecord = {
  id: string
  amount: BigNumberInput
  currency_code: string
}

/** A payment of a collection, with what identifies the attempt that paid it. */
export type CollectionPayment = Omit<
  PaymentMovements,
  "captures" | "refunds"
> & {
  id: string
  provider_id: string
  payment_session_id: string | null
  captured_at: Date | string | null
  data: Record<string, unknown> | null
  amount: number
  payment_session?: PricedRecord | null
  payment_collection?: PricedRecord | null
  captures?:
    ({ id: string; amount: number; created_at: Date | string } | null)[] | null
  refunds?: ({ id: string; amount: number } | null)[] | null
}

export async function findPayments(
  query: Query,
  collectionIds: readonly string[]
): Promise<CollectionPayment[]> {
  if (collectionIds.length === 0) return []
  const { data } = await query.graph({
    entity: "payment",
    fields: [
      ...["id", "provider_id", "payment_session_id"],
      ...["captured_at", "data", "amount"],
      "captures.id",
      "captures.created_at",
      "refunds.id",
      ...["payment_session", "payment_collection"].flatMap((of) =>
        ["id", "amount", "currency_code"].map((field) => `${of}.${field}`)
      ),
      ...PAYMENT_MOVEMENT_FIELDS,
    ],
    filters: { payment_collection_id: [...collectionIds] },
  })
  return data
}

/**
 * With the order in which the database wrote the rows, since their times are of the servers that
 * made them. `age` counts its transactions since, also past their wraparound. After a restore it
 * is the same for all.
 */
export async function withWriteOrder<Row extends { id: string }>(
  container: MedusaContainer,
  table: "capture" | "order_transaction",
  rows: readonly Row[]
): Promise<(Row & { written: number | null })[]> {
  const db = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows: ages } = await db.raw<{ rows: { id: string; age: number }[] }>(
    "SELECT id, age(xmin) AS age FROM ?? WHERE id = ANY(?)",
    [table, rows.map(({ id }) => id)]
  )
  const written = new Map(ages.map(({ id, age }) => [id, -age]))
  return rows.map((row) => ({ ...row, written: written.get(row.id) ?? null }))
}

/** The payment that an attempt's money became in Medusa, and the order it is for. */
export type MedusaPayment = {
  id: string
  currency_code: string
  payment_collection_id: string
  refundIds: string[]
  order: { id: string; canceled: boolean } | null
}

/** Undefined where the money never became a captured payment of Medusa. */
export async function findMedusaPayment(
  container: MedusaContainer,
  attempt: Attempt
): Promise<MedusaPayment | undefined> {
  const { authorized_session_id, payment_id } = attempt
  if (!authorized_session_id && !payment_id) return undefined
  const query = container.resolve("query")
  const { data } = await query.graph({
    entity: "payment",
    fields: [
      ...["id", "currency_code", "captured_at", "canceled_at"],
      ...["payment_collection_id", "refunds.id"],
    ],
    filters: authorized_session_id
      ? { payment_session_id: authorized_session_id }
      : { id: payment_id },
  })
  const payment = data[0]
  if (!payment?.captured_at || payment.canceled_at) return undefined
  const refunds: ({ id: string } | null)[] = payment.refunds ?? []
  const { payment_collection_id } = payment
  return {
    id: payment.id,
    currency_code: payment.currency_code,
    payment_collection_id,
    refundIds: refunds.flatMap((refund) => (refund ? [refund.id] : [])),
    order: await findBookedOrder(container, {
      ...pick(attempt, ["cart_id", "order_id"]),
      payment_collection_id,
    }),
  }
}

/** Core books on an order only where the payment's collection is linked to it. */
async function findBookedOrder(
  container: MedusaContainer,
  subject: Pick<Attempt, "cart_id" | "order_id"> & {
    payment_collection_id: string
  }
): Promise<MedusaPayment["order"]> {
  const { payment_collection_id } = subject
  const [id, { data }] = await Promise.all([
    findAttemptOrderId(container, subject),
    container.resolve("query").graph({
      entity: "order_payment_collection",
      fields: ["order.id", "order.status"],
      filters: { payment_collection_id },
    }),
  ])
  const order = data.find((link) => link.order?.id === id)?.order
  return order ? { id: order.id, canceled: order.status === "canceled" } : null
}
