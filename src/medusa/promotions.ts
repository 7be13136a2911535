import { z } from "zod"
import {
  amount,
  findMany,
  findOne,
  linkedOne,
  many,
  moment,
  type Query,
  record,
} from "./query"

const text = z.string().nullable()

const adjusted = many({
  adjustments: many({ code: text, amount }),
})

const PROMOTED = record("order", {
  id: z.string(),
  display_id: z.number().nullable(),
  created_at: moment,
  customer_id: text,
  email: text,
  items: adjusted,
  shipping_methods: adjusted,
})

export type PromotedOrder = z.output<typeof PROMOTED.row>

/** An order with what promotions took off it. */
export async function readPromotedOrder(query: Query, id: string) {
  return await findOne(query, PROMOTED, id)
}

const COUNTED = record("promotion", {
  code: z.string(),
  limit: z.number().nullable(),
  used: z.number().nullable(),
  updated_at: moment,
  campaign: linkedOne({
    budget: linkedOne({ used: amount.nullable(), updated_at: moment }),
  }),
})

/** With how often each was used, and what of its budget. */
export async function findPromotions(query: Query, code: readonly string[]) {
  return await findMany(query, COUNTED, { code: [...code] })
}

const PROMOTION = record("promotion", { id: z.string() })

/** Those of the ids that exist. */
export async function findPromotionIds(
  query: Query,
  id: readonly string[]
): Promise<string[]> {
  const promotions = await findMany(query, PROMOTION, { id: [...id] })
  return promotions.map((each) => each.id)
}

const OF_ORDER = record("order_promotion", { promotion_id: z.string() })

export async function findPromotionIdsOf(
  query: Query,
  order_id: string
): Promise<string[]> {
  const links = await findMany(query, OF_ORDER, { order_id })
  return links.map(({ promotion_id }) => promotion_id)
}
