import type { RemoteQueryFunction } from "@medusajs/framework/types"

import type { Attempt } from "../../modules/crypto-payment"

type Sale = Pick<Attempt, "cart_id" | "payment_collection_id">

/**
 * The order that an attempt pays for: the cart's, whatever else the payment
 * collection is linked to; the collection's only where there is no cart.
 */
export async function findOrderId(
  query: RemoteQueryFunction,
  { cart_id, payment_collection_id }: Sale
): Promise<string | undefined> {
  const [id] = cart_id
    ? await linked(query, "order_cart", "order_id", { cart_id })
    : payment_collection_id
      ? await linked(query, "order_payment_collection", "order_id", {
          payment_collection_id,
        })
      : []
  return id
}

/**
 * The attempt's own collection, and the cart's where it got another one. Other
 * collections of the order are for its edits, claims and exchanges.
 */
export async function findCollectionIds(
  query: RemoteQueryFunction,
  { cart_id, payment_collection_id }: Sale
): Promise<string[]> {
  const own = payment_collection_id ? [payment_collection_id] : []
  if (!cart_id) return own
  const ofCart = await linked(
    query,
    "cart_payment_collection",
    "payment_collection_id",
    { cart_id }
  )
  return [...new Set([...own, ...ofCart])]
}

async function linked(
  query: RemoteQueryFunction,
  entity: "order_cart" | "cart_payment_collection" | "order_payment_collection",
  field: "order_id" | "payment_collection_id",
  filters: Record<string, string>
): Promise<string[]> {
  const { data } = await query.graph({ entity, fields: [field], filters })
  const links: Partial<Record<typeof field, string>>[] = data
  return links.flatMap((link) => link[field] ?? [])
}
