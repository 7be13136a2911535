import type { MedusaContainer } from "@medusajs/framework/types"
import { readOrderDue } from "../../../medusa/due"
import {
  findOrdersOfCarts,
  findOrdersOfCollections,
} from "../../../medusa/orders"
import type { Attempt } from "../../../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../../../modules/crypto-payment/module-key"
import { hasMoney } from "../../../modules/crypto-payment/settling/due"

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

/**
 * By the attempt's id, the unpaid order of its cart or collection, by Medusa's links: the ledger
 * names an order only once core cannot roll it back.
 * One with a payment was paid by another attempt.
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
    findOrdersOfCarts(query, cartIds),
    findOrdersOfCollections(query, collectionIds),
    cartIds.length > 0 ? ledger.listCryptoUnpaidOrders({ id: cartIds }) : [],
  ])
  const found = new Map<string, PaymentOrder>()
  for (const { id, cart_id, payment_collection_id } of unpaid) {
    const subject = cart_id ?? payment_collection_id
    const order = (cart_id ? ofCart : ofCollection).get(subject ?? "")
    if (!id || !order) continue
    const collections = order.payment_collections.filter(
      (each) => cart_id || each.id === payment_collection_id
    )
    if (hasMoney(collections)) continue
    const { due } = await readOrderDue(query, order, collections)
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

function distinct(ids: readonly (string | null | undefined)[]): string[] {
  return [...new Set(ids.filter((id) => typeof id === "string"))]
}
