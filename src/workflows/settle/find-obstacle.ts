import type {
  MedusaContainer,
  RemoteQueryFunction,
} from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/** Core's sentences that name ids or terms a merchant never sees, and ours. */
const plainWords: readonly [RegExp, string][] = [
  [
    /not enabled in the cart's region/,
    "Crypto is switched off as a payment method in the cart's region.",
  ],
  [/not enough stock|out of stock/i, "Not enough stock is left for the cart."],
  [
    /shipping profiles that are not satisfied/,
    "The cart's shipping option was removed or changed.",
  ],
]

/**
 * What keeps a cart from becoming an order, in a merchant's words; undefined
 * where we cannot tell. Core fails with a programming error, not with a
 * sentence, where something that the cart names is gone.
 */
export async function findObstacle(
  container: MedusaContainer,
  cartId: string | null,
  coreDetail: string
): Promise<string | undefined> {
  const gone = cartId && (await findGone(container, cartId))
  if (gone) return gone
  return plainWords.find(([pattern]) => pattern.test(coreDetail))?.[1]
}

async function findGone(
  container: MedusaContainer,
  cartId: string
): Promise<string | undefined> {
  const query = container.resolve<RemoteQueryFunction>(
    ContainerRegistrationKeys.QUERY
  )
  const { data } = await query.graph({
    entity: "cart",
    fields: [
      "id",
      "region_id",
      "region.id",
      "items.id",
      "items.product_title",
      "items.variant_id",
      "items.variant.id",
      "items.adjustments.promotion_id",
      "items.adjustments.code",
      "shipping_methods.adjustments.promotion_id",
      "shipping_methods.adjustments.code",
    ],
    filters: { id: cartId },
  })
  const cart = data[0]
  if (!cart) return undefined
  if (cart.region_id && !cart.region) {
    return "The cart's region was deleted."
  }
  const items: Item[] = cart.items ?? []
  const gone = items.find((item) => item?.variant_id && !item.variant)
  if (gone) {
    return `"${gone.product_title ?? gone.variant_id}" was deleted from the catalogue.`
  }
  const lines: Line[] = [...items, ...(cart.shipping_methods ?? [])]
  return await findGonePromotion(
    query,
    lines.flatMap((line) => line?.adjustments ?? [])
  )
}

async function findGonePromotion(
  query: RemoteQueryFunction,
  adjustments: readonly Adjustment[]
): Promise<string | undefined> {
  const ids = adjustments.flatMap((each) => each?.promotion_id ?? [])
  if (ids.length === 0) return undefined
  const { data } = await query.graph({
    entity: "promotion",
    fields: ["id"],
    filters: { id: ids },
  })
  const there = new Set(data.map(({ id }) => id))
  const gone = adjustments.find(
    (each) => each?.promotion_id && !there.has(each.promotion_id)
  )
  return gone
    ? `The promotion "${gone.code ?? gone.promotion_id}" was deleted.`
    : undefined
}

type Adjustment = { promotion_id?: string | null; code?: string | null } | null

type Line = { adjustments?: Adjustment[] | null } | null

type Item = {
  adjustments?: Adjustment[] | null
  product_title?: string | null
  variant_id?: string | null
  variant?: { id: string } | null
} | null
