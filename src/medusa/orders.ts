import type {
  BigNumberInput,
  IOrderModuleService,
  MedusaContainer,
} from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import {
  amount,
  findByIds,
  findMany,
  findOne,
  moment,
  one,
  many,
  type Query,
  record,
  whole,
  linkedOne,
  linkedMany,
} from "./query"
import { regionShape } from "./regions"
import type { OrderVersion } from "../modules/crypto-payment/settling/due"
import {
  type OrderFacts,
  type OrderTotals,
  type SoldItems,
  toOrderFacts,
} from "../modules/crypto-payment/settling/facts"

/**
 * Two columns that Medusa writes together, of one version. Core leaves the summary out where that
 * version has none, as while it rolls the order back: nobody knows what is due then.
 */
const summary = whole(
  linkedOne({ pending_difference: amount, transaction_total: amount })
)

/** What tells what an order costs; part of each record that leads to an order. */
export const orderShape = {
  id: z.string(),
  display_id: z.number().nullable(),
  status: z.string(),
  version: z.number(),
  currency_code: z.string(),
  summary,
  transactions: many({
    id: z.string(),
    amount,
    reference_id: z.string().nullable(),
    version: z.number(),
    created_at: moment,
  }),
}

/** As it is stored: of an edited order, nobody may read what is due from its summary. */
export type StoredOrder = z.output<z.ZodObject<typeof orderShape>>

const CALCULATED = record("order", {
  id: z.string(),
  // Medusa calculates the summary with the totals.
  total: amount,
  summary,
})

/**
 * With the summary by which Medusa asks for payments. The one that it keeps of an edited order
 * still counts items whose return was requested, as in an exchange;
 * the one that it calculates does not.
 */
async function calculated<
  Order extends Pick<StoredOrder, "id" | "version" | "summary">,
>(query: Query, order: Order): Promise<Order> {
  if (order.version === 1) return order
  const found = await findOne(query, CALCULATED, order.id)
  return { ...order, summary: found?.summary ?? null }
}

/** What is due for an order that was read with another record. */
export async function orderFacts(
  query: Query,
  order: StoredOrder
): Promise<OrderFacts> {
  return toOrderFacts(await calculated(query, order))
}

/** A payment collection of an order, by which it may be paid. */
const orderCollectionShape = {
  id: z.string(),
  status: z.string(),
  amount,
  authorized_amount: amount.nullable(),
  captured_amount: amount.nullable(),
}

/** With all of its collections: of its cart, of its edits, and those that an admin made. */
const orderWithCollectionsShape = {
  ...orderShape,
  email: z.string().nullable(),
  payment_collections: linkedMany(orderCollectionShape),
}

export type OrderWithCollections = z.output<
  z.ZodObject<typeof orderWithCollectionsShape>
>

const ORDER = record("order", orderShape)

/** Undefined where there is none, or core rolled it back. */
export async function readOrderFacts(
  query: Query,
  id: string
): Promise<OrderFacts | undefined> {
  const order = await findOne(query, ORDER, id)
  return order && (await orderFacts(query, order))
}

const FACTS_OF_CART = record("order_cart", {
  cart_id: z.string(),
  order: linkedOne(orderShape),
})

export async function readFactsOfCarts(
  query: Query,
  cart_id: readonly string[]
): Promise<{ cart_id: string; facts: OrderFacts }[]> {
  const links = await findMany(query, FACTS_OF_CART, { cart_id: [...cart_id] })
  const read = []
  for (const { cart_id: id, order } of links) {
    if (!order) continue
    read.push({ cart_id: id, facts: await orderFacts(query, order) })
  }
  return read
}

const OF_COLLECTION = record("order_payment_collection", {
  order: linkedOne({ region_id: z.string().nullable(), ...orderShape }),
})

/** The order that a collection is for. */
export async function findOrderOf(query: Query, payment_collection_id: string) {
  const links = await findMany(query, OF_COLLECTION, { payment_collection_id })
  return links.find(({ order }) => order)?.order ?? null
}

const CREDITED = record("order", {
  ...orderShape,
  credit_lines: many({
    id: z.string(),
    amount,
    reference: z.string().nullable(),
    reference_id: z.string().nullable(),
  }),
})

/** With what was forgiven of it. */
export async function readCreditedOrder(query: Query, id: string) {
  return await findOne(query, CREDITED, id)
}

const PLACED = {
  ...orderShape,
  created_at: moment,
  canceled_at: moment.nullable(),
  items: many({ id: z.string() }),
  payment_collections: linkedMany(orderCollectionShape),
}

export type PlacedOrder = z.output<z.ZodObject<typeof PLACED>>

const PLACED_OF_CART = record("order_cart", {
  cart: linkedOne({ completed_at: moment.nullable() }),
  order: linkedOne(PLACED),
})

/**
 * Of a cart, with whether that is completed: of two completions at once, each may have linked one.
 */
export async function findPlacedOrders(query: Query, cart_id: string) {
  return await findMany(query, PLACED_OF_CART, { cart_id })
}

const PLACED_ORDER = record("order", PLACED)

export async function readPlacedOrder(query: Query, id: string) {
  return await findOne(query, PLACED_ORDER, id)
}

const ORDER_OF_CART = record("order_cart", {
  cart_id: z.string(),
  order: linkedOne(orderWithCollectionsShape),
})

const ORDER_OF_COLLECTION = record("order_payment_collection", {
  payment_collection_id: z.string(),
  order: linkedOne(orderWithCollectionsShape),
})

/** By the cart's id. */
export async function findOrdersOfCarts(
  query: Query,
  cart_id: readonly string[]
): Promise<Map<string, OrderWithCollections>> {
  if (cart_id.length === 0) return new Map()
  const links = await findMany(query, ORDER_OF_CART, { cart_id: [...cart_id] })
  return new Map(
    links.flatMap(({ cart_id: id, order }) => (order ? [[id, order]] : []))
  )
}

/** By the collection's id. */
export async function findOrdersOfCollections(
  query: Query,
  payment_collection_id: readonly string[]
): Promise<Map<string, OrderWithCollections>> {
  if (payment_collection_id.length === 0) return new Map()
  const links = await findMany(query, ORDER_OF_COLLECTION, {
    payment_collection_id: [...payment_collection_id],
  })
  return new Map(
    links.flatMap(({ payment_collection_id: id, order }) =>
      order ? [[id, order]] : []
    )
  )
}

const WITH_COLLECTIONS = record("order", orderWithCollectionsShape)

export async function findOrdersById(
  query: Query,
  ids: readonly string[]
): Promise<OrderWithCollections[]> {
  return await findByIds(query, WITH_COLLECTIONS, ids)
}

const TO_PAY = record("order", {
  ...orderWithCollectionsShape,
  region: linkedOne(regionShape),
})

/** With what a customer can pay it by. */
export async function readOrderToPay(query: Query, id: string) {
  return await findOne(query, TO_PAY, id)
}

const WITH_COLLECTIONS_ALONE = record("order", {
  payment_collections: linkedMany(orderCollectionShape),
})

/** None where the order is gone. */
export async function readOrderCollections(query: Query, id: string) {
  const order = await findOne(query, WITH_COLLECTIONS_ALONE, id)
  return order?.payment_collections ?? []
}

const { transactions: _, ...withoutTransactions } = orderShape
const TO_SETTLE = record("order", withoutTransactions)

export type OrderToSettle = z.output<typeof TO_SETTLE.row>

/**
 * Without its transactions, which are read after the captures. Undefined where core rolled it back.
 */
export async function readOrderToSettle(
  query: Query,
  id: string
): Promise<OrderToSettle | undefined> {
  const order = await findOne(query, TO_SETTLE, id)
  return order && (await calculated(query, order))
}

const text = z.string().nullable()

/** What an item of an order is, and how much of it is still to be sent. */
export const itemShape = {
  id: z.string(),
  title: text,
  product_title: text,
  variant_title: text,
  quantity: amount,
  detail: whole(one({ fulfilled_quantity: amount.nullable() })),
}

/** The items in full, as core reads them: else they come without variants. */
const PLACEMENT = record("order", {
  id: z.string(),
  status: z.string(),
  version: z.number(),
  created_at: moment,
  updated_at: moment,
  items: whole(
    many({
      ...itemShape,
      variant: linkedOne({
        manage_inventory: z.boolean().nullable(),
        inventory_items: linkedMany({
          inventory_item_id: z.string(),
          required_quantity: amount,
        }),
      }),
    })
  ),
})

/** With what tells whether core has placed it to its end. */
export async function readPlacement(query: Query, id: string) {
  return await findOne(query, PLACEMENT, id)
}

const BESIDE = record("order", {
  id: z.string(),
  display_id: z.number().nullable(),
  canceled_at: moment.nullable(),
  transactions: many({ id: z.string() }),
})

/** Orders that may stand beside the one of a payment. */
export async function findOrdersBeside(query: Query, ids: readonly string[]) {
  return await findByIds(query, BESIDE, ids)
}

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

/** The captures and refunds that are booked on it. */
export async function listBookings(
  container: MedusaContainer,
  order_id: string
) {
  return await container
    .resolve(Modules.ORDER)
    .listOrderTransactions({ order_id })
}

/** The bookings of refunds since then, each with its order and what it names. */
export async function listRefundBookings(
  container: MedusaContainer,
  since: Date
) {
  const booked: object = { reference: "refund", created_at: { $gte: since } }
  return await container.resolve(Modules.ORDER).listOrderTransactions(booked, {
    select: ["id", "order_id", "reference_id"],
  })
}

const versions = z.array(
  z.object({
    version: z.number(),
    created_at: moment,
    // Not asked for by name: an older version may lack one.
    totals: z.object({
      pending_difference: amount.optional(),
      transaction_total: amount.optional(),
    }),
  })
)

/** What each version of it cost. */
export async function listVersions(
  container: MedusaContainer,
  order_id: string
) {
  const summaries: unknown = await container
    .resolve<OrderModule>(Modules.ORDER)
    .listOrderSummaries({ order_id })
  return versions.parse(summaries)
}

const sold = z.array(z.object({ item_id: z.string(), quantity: amount }))

/** The quantities of its first version, by item. */
export async function readSoldItems(
  container: MedusaContainer,
  order_id: string
): Promise<SoldItems> {
  const items: unknown = await container
    .resolve<OrderModule>(Modules.ORDER)
    .listOrderItems({ order_id, version: 1 })
  return new Map(
    sold.parse(items).map(({ item_id, quantity }) => [item_id, quantity])
  )
}

export async function countChanges(
  container: MedusaContainer,
  order_id: string
): Promise<number> {
  const changes = await container
    .resolve<OrderModule>(Modules.ORDER)
    .listOrderChanges({ order_id })
  return changes.length
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

const NUMBER = record("order", { id: z.string(), display_id: z.number() })

const ORDER_ID = record("order", { id: z.string() })

export async function isOrder(query: Query, id: string): Promise<boolean> {
  return (await findOne(query, ORDER_ID, id)) !== undefined
}

/** A page of those that were canceled since then, in this order. */
export async function findCanceledOrderIds(
  query: Query,
  since: Date,
  page: { take: number; skip: number }
): Promise<string[]> {
  const orders = await findMany(
    query,
    ORDER_ID,
    { canceled_at: { $gte: since } },
    { ...page, order: { canceled_at: "ASC" } }
  )
  return orders.map(({ id }) => id)
}

const LINKED = record("order_payment_collection", {
  order_id: z.string(),
  payment_collection_id: z.string(),
  order: linkedOne({
    display_id: z.number().nullable(),
    canceled_at: moment.nullable(),
    created_at: moment,
  }),
})

/** Links of collections to orders; of a deleted order the link stays. */
export async function findOrdersLinkedTo(
  query: Query,
  payment_collection_id: string[]
) {
  return await findMany(query, LINKED, { payment_collection_id })
}

const address = one({ created_at: moment.nullable() })

const COMPARED = record("order", {
  id: z.string(),
  display_id: z.number().nullable(),
  customer_id: text,
  currency_code: z.string(),
  created_at: moment,
  canceled_at: moment.nullable(),
  is_draft_order: z.boolean().nullable(),
  summary: whole(linkedOne({ original_order_total: amount })),
  items: many({ variant_id: text, quantity: amount }),
  shipping_address: address,
  billing_address: address,
})

export type ComparedOrder = z.output<typeof COMPARED.row>

/** With what orders of one cart have in common. */
export async function findComparedOrders(
  query: Query,
  filters: Record<string, unknown>,
  take: number
): Promise<ComparedOrder[]> {
  return await findMany(query, COMPARED, filters, { take, skip: 0 })
}

const BUYER = record("order", {
  id: z.string(),
  display_id: z.number().nullable(),
  email: text,
})

export async function findOrderBuyers(
  query: Query,
  ids: readonly (string | null | undefined)[]
) {
  return await findByIds(query, BUYER, ids)
}

const NUMBERED = record("order", {
  id: z.string(),
  status: z.string(),
  is_draft_order: z.boolean().nullable(),
})

/** Also canceled ones and drafts. */
export async function findOrdersByNumber(query: Query, display_id: number) {
  return await findMany(query, NUMBERED, { display_id })
}

/** The number that people know it by. */
export async function readOrderNumber(query: Query, id: string) {
  return await findOne(query, NUMBER, id)
}

/** The numbers that people know orders by, by their ids. */
export async function readOrderNumbers(
  query: Query,
  orderIds: readonly (string | null)[]
): Promise<Map<string, number>> {
  const orders = await findByIds(query, NUMBER, orderIds)
  return new Map(orders.map(({ id, display_id }) => [id, display_id]))
}
