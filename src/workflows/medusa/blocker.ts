import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { findRecord } from "../../medusa-query"

const cartErrorTypes: readonly string[] = [
  MedusaError.Types.INVALID_DATA,
  MedusaError.Types.INVALID_ARGUMENT,
  MedusaError.Types.NOT_ALLOWED,
  MedusaError.Types.NOT_FOUND,
  MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR,
]

/** Core's messages with ids or terms that a merchant does not see, and ours. */
const MERCHANT_MESSAGES: readonly [RegExp, string][] = [
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

/** One failed step of a core workflow, as the engine reports it. */
export type StepFailure = { action?: string; error?: unknown }

/** Why core failed, and whether a retry may help without a change of the cart. */
export function describeFailures(failures: readonly StepFailure[]) {
  const errors = failures.map(({ error }) => error).filter(Boolean)
  if (errors.length === 0) {
    return { detail: "Medusa reported no error.", retryable: true }
  }
  return {
    detail: [
      ...new Set(errors.map((each) => textOf(each, "message") ?? String(each))),
    ].join(" "),
    retryable: !errors.some(isCartError),
  }
}

/**
 * What keeps core from placing the order, in a merchant's terms, where it is known.
 * Where something of the cart was deleted, core fails with a programming error.
 */
export async function findBlocker(
  container: MedusaContainer,
  cartId: string | null,
  coreDetail: string
): Promise<string | undefined> {
  const deleted = cartId && (await findDeleted(container, cartId))
  if (deleted) return deleted
  return MERCHANT_MESSAGES.find(([pattern]) => pattern.test(coreDetail))?.[1]
}

function isCartError(error: unknown): boolean {
  const type = textOf(error, "type")
  return type !== undefined && cartErrorTypes.includes(type)
}

/** Errors come back from the workflow engine as plain objects. */
function textOf(error: unknown, key: "message" | "type"): string | undefined {
  if (typeof error !== "object" || error === null) return undefined
  const value: unknown = Reflect.get(error, key)
  return typeof value === "string" ? value : undefined
}

type Adjustment = { promotion_id?: string | null; code?: string | null } | null

type Line = {
  adjustments?: Adjustment[] | null
  product_title?: string | null
  variant_id?: string | null
  variant?: { id: string } | null
} | null

async function findDeleted(container: MedusaContainer, cartId: string) {
  const query = container.resolve("query")
  const cart = await findRecord(query, "cart", cartId, [
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
  ])
  if (!cart) return undefined
  if (cart.region_id && !cart.region) {
    return "The cart's region was deleted."
  }
  const items: Line[] = cart.items ?? []
  const item = items.find((each) => each?.variant_id && !each.variant)
  if (item) {
    return `"${item.product_title ?? item.variant_id}" was deleted from the catalog.`
  }
  const lines: Line[] = [...items, ...(cart.shipping_methods ?? [])]
  const adjustments = lines.flatMap((line) => line?.adjustments ?? [])
  const ids = adjustments.flatMap((each) => each?.promotion_id ?? [])
  if (ids.length === 0) return undefined
  const promotions = await query.graph({
    entity: "promotion",
    fields: ["id"],
    filters: { id: ids },
  })
  const existing = new Set(promotions.data.map(({ id }) => id))
  const deleted = adjustments.find(
    (each) => each?.promotion_id && !existing.has(each.promotion_id)
  )
  return deleted
    ? `The promotion "${deleted.code ?? deleted.promotion_id}" was deleted.`
    : undefined
}
