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

/** Of each, only the newest are searched. */
const MAX_FOUND = 500

/** Of Medusa, the gateway or a chain: no part of a name or number. */
const LONG_ID = /^\w{16,}$/

/** As Medusa's own lists do: by parts of a name, an e-mail address or an order's number. */
async function findOrdersAndCarts(query: Query, text: string) {
  if (/^order_\w+$/.test(text)) return await withUnpaidSubjects(query, [text])
  if (LONG_ID.test(text)) return await withUnpaidSubjects(query, [])
  const [numbered, people] = await Promise.all([
    findNewest(query, "order", { $or: numberFilters(text) }),
    findOfPeople(query, text),
  ])
  const found = await withUnpaidSubjects(query, numbered)
  return {
    ...found,
    order_ids: [...new Set([...found.order_ids, ...people.order_ids])],
    cart_ids: [...new Set([...found.cart_ids, ...people.cart_ids])],
  }
}

async function findNewest(
  query: Query,
  entity: "order" | "cart" | "customer",
  filters: object
): Promise<string[]> {
  const { data } = await query.graph({
    ...{ entity, filters, fields: ["id"] },
    pagination: { take: MAX_FOUND, order: { created_at: "DESC" } },
    // An account may be deleted.
    withDeleted: entity === "customer",
  })
  return idsOf(data)
}

const MAX_NUMBER = 2_147_483_647

/** `12` is also the beginning of 120 to 129, 1200 to 1299 and so on, and a part of a store's own number. */
function numberFilters(text: string): object[] {
  const number = Number(/^#?(\d{1,9})$/.exec(text)?.[1])
  const ranges = [1, 10, 100, 1_000, 10_000]
    .map((times) => [number * times, (number + 1) * times])
    .filter(([from, until]) => from > 0 && until <= MAX_NUMBER)
    .map(([$gte, $lt]) => ({ display_id: { $gte, $lt } }))
  return [{ custom_display_id: containing(text.replace(/^#/, "")) }, ...ranges]
}

async function findOfPeople(query: Query, text: string) {
  if (!/\p{L}/u.test(text)) return { order_ids: [], cart_ids: [] }
  const named = [["first_name"], ["last_name"]]
  const customer_id = await findNewest(
    ...[query, "customer" as const],
    partsOf(text, named)
  )
  const addressed = named.flatMap(([name]) => [
    ["shipping_address", name],
    ["billing_address", name],
  ])
  const filters = { $or: [{ customer_id }, partsOf(text, addressed)] }
  const [order_ids, cart_ids] = await Promise.all([
    findNewest(query, "order", filters),
    findNewest(query, "cart", filters),
  ])
  return { order_ids, cart_ids }
}

/** Each word is a part of the e-mail address, or of one of the names. */
function partsOf(text: string, names: string[][]): object {
  const $and = text.split(/\s+/).map((word) => ({
    $or: [["email"], ...names].map((path) =>
      path.reduceRight<object>(
        (filter, key) => ({ [key]: filter }),
        containing(word)
      )
    ),
  }))
  return { $and }
}

function containing(text: string) {
  return { $ilike: `%${text.replace(/[\\%_]/g, "\\$&")}%` }
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
