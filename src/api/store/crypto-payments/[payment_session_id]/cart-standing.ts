import type { RemoteQueryFunction } from "@medusajs/framework/types"
import {
  type Attempt,
  attemptPrice,
  sameAmount,
  toDecimalString,
} from "../../../../modules/crypto-payment"

/**
 * How the cart of an unpaid payment stands by now: it still costs what the
 * payment asks for (`same`), something else (`changed`), or became an order
 * without this payment (`completed`). Null where there is no cart to compare
 * with, or money was seen already.
 */
export type CartStanding = "same" | "changed" | "completed" | null

/**
 * `replaced`: the shopper started another payment since, so that the cart's
 * payment session is not one of this payment's any more. A cart without any
 * session replaces nothing: what is paid still becomes its order.
 */
export type Standing = { cart: CartStanding; replaced: boolean }

/** What the shopper did with the cart since the payment was opened. */
export async function standingOf(
  query: Pick<RemoteQueryFunction, "graph">,
  attempt: Attempt
): Promise<Standing> {
  const replaced = attempt.superseded_at !== null
  const price = attemptPrice(attempt)
  if (!isUnpaid(attempt) || !attempt.cart_id || !price) {
    return { cart: null, replaced }
  }
  const { data } = await query.graph({
    entity: "cart",
    fields: [
      "id",
      "currency_code",
      "total",
      "completed_at",
      "payment_collection.payment_sessions.id",
    ],
    filters: { id: attempt.cart_id },
  })
  const cart = data[0]
  if (!cart) return { cart: null, replaced }
  if (cart.completed_at) return { cart: "completed", replaced }
  const total = toDecimalString(cart.total, cart.currency_code)
  const same =
    cart.currency_code.toLowerCase() === price.currency_code &&
    sameAmount(total, price.amount)
  const sessions: ({ id: string } | null)[] =
    cart.payment_collection?.payment_sessions ?? []
  return {
    cart: same ? "same" : "changed",
    replaced:
      replaced ||
      (sessions.length > 0 &&
        !sessions.some(
          (each) => each && attempt.session_ids.includes(each.id)
        )),
  }
}

function isUnpaid({ state }: Attempt): boolean {
  return state === "creating" || state === "open" || state === "closed"
}
