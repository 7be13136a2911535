import { findRecords, type Query } from "../../../medusa-query"
import type { AttentionReason } from "../../../modules/crypto-payment/attempts/states"
import type { ListFilters } from "../../../modules/crypto-payment/search/search"
import { hasMoney } from "../../../modules/crypto-payment/settling/due"
import { findLinks } from "../../../workflows/medusa/records"
import {
  collectionsOf,
  ORDER_WITH_COLLECTIONS_FIELDS,
  type OrderWithCollections,
} from "./unpaid-orders"

/** The filters of a list or an export, as a request names them. */
type GivenFilters = Omit<ListFilters, "attention" | "text"> & {
  q?: string
  attention?: ("true" | AttentionReason)[]
}

export async function readFilters(
  query: Query,
  { q, attention, ...others }: GivenFilters
): Promise<ListFilters> {
  const reasons = attention?.flatMap((each) => (each === "true" ? [] : each))
  return {
    ...others,
    attention: reasons?.length === attention?.length ? reasons : true,
    text:
      q === undefined
        ? undefined
        : { text: q, ...(await findOrdersAndCarts(query, q)) },
  }
}

/** Only the newest are searched. */
const MAX_ORDERS_AND_CARTS = 500

const ORDER_NUMBER = /^#?(\d{1,9})$/

/**
 * By an order's id or number (also one of the store's own), or an e-mail address, in full: Medusa
 * has no index for a prefix. The address is searched among the customers, also those who deleted
 * their account, and among the orders, whose address may have been changed.
 */
async function findOrdersAndCarts(query: Query, text: string) {
  if (/^order_\w+$/.test(text)) return await withUnpaidSubjects(query, [text])
  if (!text.includes("@")) {
    const number = ORDER_NUMBER.exec(text)?.[1]
    const filters = {
      $or: [
        { custom_display_id: [text, text.replace(/^#/, "")] },
        ...(number ? [{ display_id: Number(number) }] : []),
      ],
    }
    const fields = ["id"]
    const { data } = await query.graph({ entity: "order", fields, filters })
    return await withUnpaidSubjects(query, idsOf(data))
  }
  const email = [...new Set([text, text.toLowerCase()])]
  const { data: customers } = await query.graph({
    entity: "customer",
    fields: ["id"],
    filters: { email },
    withDeleted: true,
  })
  const newest = async (entity: "order" | "cart", filters: object) => {
    const order = { created_at: "DESC" }
    const pagination = { take: MAX_ORDERS_AND_CARTS, order }
    const page = { entity, fields: ["id"], filters, pagination }
    return idsOf((await query.graph(page)).data)
  }
  const owned = { customer_id: idsOf(customers) }
  const isKnown = customers.length > 0
  const [addressed, orders, carts] = await Promise.all([
    newest("order", { email }),
    isKnown ? newest("order", owned) : [],
    isKnown ? newest("cart", owned) : [],
  ])
  const order_ids = [...new Set([...orders, ...addressed])]
  return { order_ids, cart_ids: carts, payment_collection_ids: [] }
}

/** Adds the carts and collections whose attempts can pay for one of the orders, where it is unpaid. */
async function withUnpaidSubjects(query: Query, order_ids: string[]) {
  const orders = await findRecords<OrderWithCollections>(
    query,
    "order",
    order_ids,
    ORDER_WITH_COLLECTIONS_FIELDS
  )
  const order_id = idsOf(
    orders.filter((order) => !hasMoney(collectionsOf(order)))
  )
  const cart_ids =
    order_id.length > 0
      ? await findLinks(query, "order_cart", "cart_id", { order_id })
      : []
  const unpaid = orders
    .flatMap(collectionsOf)
    .filter((each) => !hasMoney([each]))
  return { order_ids, cart_ids, payment_collection_ids: idsOf(unpaid) }
}

function idsOf(rows: { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}
