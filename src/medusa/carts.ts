import { z } from "zod"
import { movementShape, originShape, sessionShape } from "./collections"
import { orderShape } from "./orders"
import {
  amount,
  findByIds,
  findOne,
  linkedOne,
  many,
  moment,
  one,
  type Query,
  record,
} from "./query"
import type { Price } from "../modules/crypto-payment/column-values"
import { comparablePrice } from "../modules/crypto-payment/settling/money"

const PRICED = record("cart", {
  id: z.string(),
  currency_code: z.string(),
  total: amount,
})

/** What it costs now, the most expensive query of all; undefined for a cart that is gone. */
export async function readCartPrice(
  query: Query,
  id: string
): Promise<Price | undefined> {
  const cart = await findOne(query, PRICED, id)
  return cart && comparablePrice({ ...cart, amount: cart.total })
}

const COMPLETION = record("cart", {
  id: z.string(),
  completed_at: moment.nullable(),
})

/** Whether it is completed; undefined for a cart that is gone. */
export async function isCompleted(
  query: Query,
  id: string
): Promise<boolean | undefined> {
  const cart = await findOne(query, COMPLETION, id)
  return cart && cart.completed_at !== null
}

const OF_COLLECTION = record("cart_payment_collection", {
  cart_id: z.string(),
  cart: linkedOne({
    id: z.string(),
    completed_at: moment.nullable(),
    region_id: z.string().nullable(),
  }),
})

/** Of a deleted cart the link may stay: then its id alone. */
export async function findCartOf(query: Query, payment_collection_id: string) {
  return await findOne(query, OF_COLLECTION, { payment_collection_id })
}

const TO_COMPARE = record("cart", {
  id: z.string(),
  currency_code: z.string(),
  total: amount,
  completed_at: moment.nullable(),
  order: linkedOne(orderShape),
  payment_collection: linkedOne({
    payment_sessions: many(sessionShape),
    payments: many(movementShape),
  }),
})

/** What a payment of it is compared with: its price, or the order that it became. */
export async function readCartToCompare(query: Query, id: string) {
  return await findOne(query, TO_COMPARE, id)
}

const TO_PAY = record("cart", {
  id: z.string(),
  currency_code: z.string(),
  total: amount,
  completed_at: moment.nullable(),
  items: many({ requires_shipping: z.boolean() }),
  shipping_methods: many({ id: z.string() }),
  payment_collection: linkedOne({ payment_sessions: many(sessionShape) }),
})

/** What tells whether a shopper can pay it. */
export async function readCartToPay(query: Query, id: string) {
  return await findOne(query, TO_PAY, id)
}

const ORIGIN = record("cart", {
  id: z.string(),
  payment_collection: linkedOne(originShape),
})

/** With what identifies the gateway's payments of its sessions. */
export async function readCartOrigin(query: Query, id: string) {
  return await findOne(query, ORIGIN, id)
}

const COLLECTION = record("cart", {
  id: z.string(),
  payment_collection: linkedOne({ id: z.string() }),
})

/** With its payment collection. */
export async function readCartCollection(query: Query, id: string) {
  return await findOne(query, COLLECTION, id)
}

const address = one({ created_at: moment.nullable() })

const ADDRESSES = record("cart", {
  id: z.string(),
  shipping_address: address,
  billing_address: address,
})

/** With when its addresses were written, which core copies. */
export async function readCartAddresses(query: Query, id: string) {
  return await findOne(query, ADDRESSES, id)
}

const text = z.string().nullable()

const adjustments = many({ promotion_id: text, code: text })

const PARTS = record("cart", {
  id: z.string(),
  region_id: text,
  region: linkedOne({ id: z.string() }),
  items: many({
    id: z.string(),
    title: text,
    product_title: text,
    variant_id: text,
    variant: linkedOne({ id: z.string() }),
    adjustments,
  }),
  shipping_methods: many({ adjustments }),
})

export type CartParts = z.output<typeof PARTS.row>

/** With all that core needs to place its order; null is what was deleted. */
export async function readCartParts(query: Query, id: string) {
  return await findOne(query, PARTS, id)
}

const CONTENTS = record("cart", {
  currency_code: z.string(),
  total: amount,
  completed_at: moment.nullable(),
  items: many({
    title: text,
    product_title: text,
    variant_title: text,
    quantity: amount,
  }),
})

/** What is in it, for a person. */
export async function readContents(query: Query, id: string) {
  return await findOne(query, CONTENTS, id)
}

const BUYER = record("cart", { id: z.string(), email: text, customer_id: text })

export async function findCartBuyers(
  query: Query,
  ids: readonly (string | null | undefined)[]
) {
  return await findByIds(query, BUYER, ids)
}

/** Those of the ids that are completed. */
export async function findCompletedCartIds(query: Query, ids: string[]) {
  const carts = await findByIds(query, COMPLETION, ids)
  return carts.filter((each) => each.completed_at).map((each) => each.id)
}
