import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { Query } from "../../../medusa-query"
import {
  CRYPTO_PAYMENT_MODULE,
  type Sort,
  sortColumns,
} from "../../../modules/crypto-payment"
import { fillInDetailsOfOrder } from "../../../workflows/check-crypto-payment"
import { addDetails } from "./crypto-payment-response"
import { cryptoPaymentFields } from "./query-config"
import { findUnpaidSubjects } from "./unpaid-orders"
import type { AdminGetCryptoPaymentsParams } from "./validators"

/**
 * Lists payments, newest first, each with order, cart, and advice if it needs
 * attention: `{ crypto_payments, count, offset, limit }`. The payments of an order
 * that is not paid yet are all those that can pay for it. For the payments of one
 * order, details that no webhook reported are read from the gateway first.
 */
export async function GET(
  req: MedusaRequest<unknown, AdminGetCryptoPaymentsParams>,
  res: MedusaResponse
): Promise<void> {
  const { limit, offset, order, ...params } = req.validatedQuery
  const { q, reason, currency, fields: _fields, ...filters } = params
  const { order_id, ...others } = filters
  if (order_id?.length === 1) await fillInDetailsOfOrder(req.scope, order_id[0])
  const query = req.scope.resolve("query")
  const ledger = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
  const columns = new Set<string>([
    ...["id", "order_id", "cart_id"],
    ...req.queryConfig.fields,
  ])
  const { rows, count } = await ledger.search.list({
    filters: {
      ...others,
      orders: order_id && {
        order_ids: order_id,
        ...(await findUnpaidSubjects(query, order_id)),
      },
      attention_reason: reason,
      crypto_currency: currency,
      text:
        q === undefined
          ? undefined
          : { text: q, ...(await findOrdersAndCarts(query, q)) },
    },
    columns: cryptoPaymentFields.filter((field) => columns.has(field)),
    sort: toSort(order),
    skip: offset,
    take: limit,
  })
  const crypto_payments = await addDetails(req.scope, rows)
  res.json({ crypto_payments, count, offset, limit })
}

/** `created_at`, or `-created_at` for descending. */
function toSort(order: string): Sort {
  const direction = order.startsWith("-") ? "desc" : "asc"
  const name = order.replace(/^-/, "")
  const column = sortColumns.find((each) => each === name) ?? "created_at"
  return { column, direction }
}

/** Only the newest are searched. */
const MAX_ORDERS_AND_CARTS = 500

const ORDER_NUMBER = /^#?(\d{1,9})$/

/**
 * Of an order number or an e-mail address, in full: Medusa has no index for a
 * prefix. The address is searched among the customers: orders have no index of it.
 */
async function findOrdersAndCarts(query: Query, text: string) {
  const none = { order_ids: [], cart_ids: [] }
  const number = ORDER_NUMBER.exec(text)?.[1]
  if (number) {
    const filters = { display_id: Number(number) }
    const fields = ["id"]
    const { data } = await query.graph({ entity: "order", fields, filters })
    const order_ids = idsOf(data)
    const { cart_ids } = await findUnpaidSubjects(query, order_ids)
    return { order_ids, cart_ids }
  }
  if (!text.includes("@")) return none
  const { data: customers } = await query.graph({
    entity: "customer",
    fields: ["id"],
    filters: { email: text.toLowerCase() },
  })
  if (customers.length === 0) return none
  const newest = {
    fields: ["id"],
    filters: { customer_id: idsOf(customers) },
    pagination: { take: MAX_ORDERS_AND_CARTS, order: { created_at: "DESC" } },
  }
  const [orders, carts] = await Promise.all([
    query.graph({ entity: "order", ...newest }),
    query.graph({ entity: "cart", ...newest }),
  ])
  return { order_ids: idsOf(orders.data), cart_ids: idsOf(carts.data) }
}

function idsOf(rows: { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}
