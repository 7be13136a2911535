import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import type { RemoteQueryFunction } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import {
  CRYPTO_PAYMENT_MODULE,
  type ListFilters,
  type Sort,
  sortColumns,
} from "../../../modules/crypto-payment"
import { fillInDetailsOfOrder } from "../../../workflows/check-crypto-payment"
import { addDetails } from "./crypto-payment-response"
import { cryptoPaymentFields } from "./query-config"
import type { AdminGetCryptoPaymentsParams } from "./validators"

type Query = Pick<RemoteQueryFunction, "graph">

/**
 * Lists payments, newest first, each with its `order` and `cart`, and with
 * `advice` where it needs attention: `{ crypto_payments, count, offset, limit }`.
 * For the payments of one order, details that no webhook reported are read from
 * the gateway first.
 */
export async function GET(
  req: AuthenticatedMedusaRequest<unknown, AdminGetCryptoPaymentsParams>,
  res: MedusaResponse
): Promise<void> {
  const params = req.validatedQuery
  const { limit, offset, order_id } = params
  if (order_id?.length === 1) await fillInDetailsOfOrder(req.scope, order_id[0])
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const ledger = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
  const columns = new Set<string>([
    "id",
    "order_id",
    "cart_id",
    ...req.queryConfig.fields,
  ])
  const { rows, count } = await ledger.search.list({
    filters: await toFilters(params, query),
    columns: cryptoPaymentFields.filter((field) => columns.has(field)),
    sort: toSort(params.order),
    skip: offset,
    take: limit,
  })
  const crypto_payments = await addDetails(query, rows)
  res.json({ crypto_payments, count, offset, limit })
}

async function toFilters(
  params: AdminGetCryptoPaymentsParams,
  query: Query
): Promise<ListFilters> {
  const { q, reason, currency } = params
  const { id, state, gateway_status, provider_id, order_id, cart_id } = params
  const { attention, is_test, created_at, updated_at } = params
  return {
    id,
    state,
    gateway_status,
    provider_id,
    order_id,
    cart_id,
    attention,
    is_test,
    created_at,
    updated_at,
    attention_reason: reason,
    crypto_currency: currency,
    text:
      q === undefined
        ? undefined
        : { text: q, ...(await findOrdersAndCarts(query, q)) },
  }
}

/** `created_at`, or `-created_at` for descending. */
function toSort(order: string): Sort {
  const direction = order.startsWith("-") ? "desc" : "asc"
  const name = order.replace(/^-/, "")
  const column = sortColumns.find((each) => each === name) ?? "created_at"
  return { column, direction }
}

type OrdersAndCarts = { order_ids: string[]; cart_ids: string[] }

/** Only the newest are searched. */
const maxOrdersAndCarts = 500

const orderNumber = /^#?(\d{1,9})$/

/**
 * Finds the orders and carts of an order number or an e-mail address. Both in
 * full: Medusa has no index for a prefix. The address is searched among the
 * customers, guests included, since orders have no index of it.
 */
async function findOrdersAndCarts(
  query: Query,
  text: string
): Promise<OrdersAndCarts> {
  const number = orderNumber.exec(text)?.[1]
  if (number) {
    const { data } = await query.graph({
      entity: "order",
      fields: ["id"],
      filters: { display_id: Number(number) },
    })
    return { order_ids: idsOf(data), cart_ids: [] }
  }
  if (text.includes("@")) return await findByEmail(query, text.toLowerCase())
  return { order_ids: [], cart_ids: [] }
}

async function findByEmail(
  query: Query,
  email: string
): Promise<OrdersAndCarts> {
  const { data: customers } = await query.graph({
    entity: "customer",
    fields: ["id"],
    filters: { email },
  })
  if (customers.length === 0) return { order_ids: [], cart_ids: [] }
  const newest = {
    fields: ["id"],
    filters: { customer_id: idsOf(customers) },
    pagination: { take: maxOrdersAndCarts, order: { created_at: "DESC" } },
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
