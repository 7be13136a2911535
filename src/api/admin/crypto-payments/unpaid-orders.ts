import type { MedusaContainer } from "@medusajs/framework/types"
import { type Query, withCalculatedSummary } from "../../../medusa-query"
import type { Attempt } from "../../../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../../../modules/crypto-payment/module-key"
import {
  hasMoney,
  ORDER_COLLECTION_FIELDS,
  type OrderCollection,
  orderDue,
} from "../../../modules/crypto-payment/settling/due"
import {
  type MedusaOrder,
  ORDER_FACT_FIELDS,
  toOrderFacts,
} from "../../../modules/crypto-payment/settling/facts"

/** `unpaid` is what is due while it is not paid; `pay_until` of one placed before its payment. */
export type PaymentOrder = {
  id: string
  display_id: number | null
  email: string | null
  unpaid: {
    amount_due: string
    currency_code: string
    pay_until: string | null
  } | null
}

export type OrderWithCollections = MedusaOrder &
  Omit<PaymentOrder, "unpaid"> & {
    payment_collections?: (OrderCollection | null)[] | null
  }

export const ORDER_WITH_COLLECTIONS_FIELDS = [
  ...["email", ...ORDER_FACT_FIELDS],
  ...ORDER_COLLECTION_FIELDS.map((field) => `payment_collections.${field}`),
]

export function collectionsOf({ payment_collections }: OrderWithCollections) {
  return (payment_collections ?? []).filter((each) => each !== null)
}

/**
 * By the attempt's id, the unpaid order of its cart or collection, by Medusa's links: the ledger
 * names an order only once core cannot roll it back. One with a payment was paid by another attempt.
 */
export async function findUnpaidOrders(
  container: MedusaContainer,
  rows: readonly Partial<Attempt>[]
): Promise<Map<string, PaymentOrder>> {
  const unpaid = rows.filter(({ order_id }) => order_id === null)
  const cartIds = distinct(unpaid.map(({ cart_id }) => cart_id))
  const collectionIds = distinct(
    unpaid.map((row) => (row.cart_id ? null : row.payment_collection_id))
  )
  const query = container.resolve("query")
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const [ofCart, ofCollection, times] = await Promise.all([
    findOrders(query, "order_cart", "cart_id", cartIds),
    findOrders(
      query,
      "order_payment_collection",
      "payment_collection_id",
      collectionIds
    ),
    cartIds.length > 0 ? ledger.listCryptoUnpaidOrders({ id: cartIds }) : [],
  ])
  const found = new Map<string, PaymentOrder>()
  for (const { id, cart_id, payment_collection_id } of unpaid) {
    const subject = cart_id ?? payment_collection_id
    const order = (cart_id ? ofCart : ofCollection).get(subject ?? "")
    if (!id || !order) continue
    const collections = collectionsOf(order).filter(
      (each) => cart_id || each.id === payment_collection_id
    )
    if (hasMoney(collections)) continue
    const due = orderDue(
      toOrderFacts(await withCalculatedSummary(query, order)),
      collections
    )
    const time = times.find((each) => each.id === cart_id)
    found.set(id, {
      id: order.id,
      display_id: order.display_id,
      email: order.email,
      unpaid: due && {
        amount_due: due.price.amount,
        currency_code: due.price.currency_code,
        pay_until: time?.cancel_at?.toISOString() ?? null,
      },
    })
  }
  return found
}

async function findOrders(
  query: Query,
  entity: "order_cart" | "order_payment_collection",
  column: "cart_id" | "payment_collection_id",
  ids: readonly string[]
): Promise<Map<string, OrderWithCollections>> {
  if (ids.length === 0) return new Map()
  const { data } = await query.graph({
    entity,
    fields: [
      column,
      ...ORDER_WITH_COLLECTIONS_FIELDS.map((field) => `order.${field}`),
    ],
    filters: { [column]: [...ids] },
  })
  type Link = { [column: string]: unknown; order?: OrderWithCollections | null }
  return new Map(
    data.flatMap((link: Link): [string, OrderWithCollections][] =>
      link.order ? [[String(link[column]), link.order]] : []
    )
  )
}

function distinct(ids: readonly (string | null | undefined)[]): string[] {
  return [...new Set(ids.filter((id) => typeof id === "string"))]
}
