import type { MedusaContainer } from "@medusajs/framework/types"
import { readCartParts, type CartParts } from "../../medusa/carts"
import {
  besidesLocks,
  blockerOf,
  isCartError,
  messageOf,
  type StepFailure,
} from "../../medusa/errors"
import { findPromotionIds } from "../../medusa/promotions"
import type { Query } from "../../medusa/query"
import type {
  AttentionFact,
  Blocker,
} from "../../modules/crypto-payment/column-values"
import type { Attempt } from "../../modules/crypto-payment/models/crypto-payment"
import { describeFact } from "../../modules/crypto-payment/settling/attention-fact"
import type { Facts } from "../../modules/crypto-payment/settling/facts"

export const CART_LOCKED = {
  type: "blocked",
  blocker: "cart_locked",
  name: null,
  message: null,
} as const satisfies AttentionFact

const NO_ERROR = "Medusa reported no error."

/** Why core failed, and whether a retry may help without a change of the cart. */
export function describeFailures(failures: readonly StepFailure[]) {
  return {
    detail: messageOf(failures) ?? NO_ERROR,
    retryable: !besidesLocks(failures).some(isCartError),
  }
}

export function explainToAdmin(failures: readonly StepFailure[]): string {
  const rest = besidesLocks(failures)
  if (rest.length === 0 && failures.length > 0) return describeFact(CART_LOCKED)
  const { detail } = describeFailures(rest)
  return withoutIds(detail, new Map()) || NO_ERROR
}

/** Why core did not place or pay the order, and whether a retry may help without another cart. */
export async function explainFailures(
  container: MedusaContainer,
  { cart_id }: Pick<Attempt, "cart_id">,
  order: Facts["order"],
  failures: readonly StepFailure[]
): Promise<{ fact: AttentionFact; retryable: boolean }> {
  const query = container.resolve("query")
  // The cart only says more about the failure, which counts also where it cannot be read.
  const cart = cart_id
    ? await readCartParts(query, cart_id).catch(() => undefined)
    : undefined
  const rest = besidesLocks(failures)
  const reported = messageOf(rest)
  const message =
    reported && (withoutIds(reported, namesOf(cart, order)) || null)
  // Where something of the cart was deleted, core fails with a programming error.
  const deleted = cart && (await findDeleted(query, cart))
  const blocker = blockerOf(reported)
  const found = deleted ?? (blocker && { blocker, name: null })
  if (found) {
    return { fact: { type: "blocked", ...found, message }, retryable: false }
  }
  return rest.length === 0 && failures.length > 0
    ? { fact: CART_LOCKED, retryable: true }
    : {
        fact: { type: "failed", message },
        retryable: describeFailures(rest).retryable,
      }
}

function namesOf(
  cart: CartParts | undefined,
  order: Facts["order"]
): Map<string, string> {
  const names = new Map<string, string>()
  for (const line of cart?.items ?? []) {
    const name = nameOf(line)
    if (line.variant_id && name) names.set(line.variant_id, `"${name}"`)
  }
  if (order && order.number !== null) names.set(order.id, `#${order.number}`)
  return names
}

function nameOf(line: CartParts["items"][number]): string | null {
  return line.product_title ?? line.title
}

async function findDeleted(
  query: Query,
  cart: CartParts
): Promise<{ blocker: Blocker; name: string | null } | undefined> {
  if (cart.region_id && !cart.region) {
    return { blocker: "region_deleted", name: null }
  }
  const { items, shipping_methods } = cart
  const item = items.find((each) => each.variant_id && !each.variant)
  if (item) return { blocker: "variant_deleted", name: nameOf(item) }
  const lines = [...items, ...shipping_methods]
  const adjustments = lines.flatMap((line) => line.adjustments)
  const ids = adjustments.flatMap((each) => each.promotion_id ?? [])
  if (ids.length === 0) return undefined
  const existing = await findPromotionIds(query, ids)
  const deleted = adjustments.find(
    (each) => each.promotion_id && !existing.includes(each.promotion_id)
  )
  return deleted
    ? { blocker: "promotion_deleted", name: deleted.code }
    : undefined
}

/** The ids that Medusa's messages name, and any other that Medusa generated (a ULID). */
const ID =
  "\\b(?:(?:cart|cali|iitem|order|prod|reg|sc|so|variant)_(?=[0-9A-Za-z]*\\d)[0-9A-Za-z]+|[a-z]+(?:_[a-z]+)*_[0-9A-HJKMNP-TV-Z]{26})\\b"

const QUOTED_ID = new RegExp(`(["']?)(${ID})\\1`, "g")

/** With the quotes, and the words that only announce it. */
const ANNOUNCED_ID = new RegExp(
  `(?:\\s*\\b(?:[Ww]ith )?[Ii][Dd]s?\\b)?[\\s,:]*["'([]?${ID}["')\\]]?`,
  "g"
)

/** Ids tell a person nothing: those in `names` are replaced, the others left out. */
export function withoutIds(
  message: string,
  names: ReadonlyMap<string, string>
): string {
  return message
    .replace(QUOTED_ID, (text, _quote, id: string) => names.get(id) ?? text)
    .replace(ANNOUNCED_ID, "")
    .trim()
}
