import type { Query } from "../../../medusa-query"
import type { AttentionReason } from "../../../modules/crypto-payment/attempts/states"
import type { ListFilters } from "../../../modules/crypto-payment/search/search"
import { findUnpaidSubjects } from "./unpaid-orders"

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

export function isOrderId(text: string): boolean {
  return /^order_\w+$/.test(text)
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
  const ofOrders = async (order_ids: string[]) => ({
    order_ids,
    ...(await findUnpaidSubjects(query, order_ids)),
  })
  if (isOrderId(text)) return await ofOrders([text])
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
    return await ofOrders(idsOf(data))
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

function idsOf(rows: { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}
