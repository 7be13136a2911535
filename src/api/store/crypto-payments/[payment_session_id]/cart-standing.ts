import type { RemoteQueryFunction } from "@medusajs/framework/types"

import type { Attempt } from "../../../../modules/crypto-payment/ledger/rows"
import { attemptPrice } from "../../../../modules/crypto-payment/lifecycle/prices"
import {
  sameAmount,
  toDecimalString,
} from "../../../../modules/crypto-payment/money/price"

/**
 * How the cart of an unpaid payment stands by now: it still costs what the
 * payment asks for (`same`), something else (`changed`), or became an order
 * without this payment (`completed`).
 */
export type CartStanding = "same" | "changed" | "completed"

/** Null where there is no cart to compare with, or money was seen already. */
export async function cartStanding(
  query: Pick<RemoteQueryFunction, "graph">,
  attempt: Attempt
): Promise<CartStanding | null> {
  const price = attemptPrice(attempt)
  if (!isUnpaid(attempt) || !attempt.cart_id || !price) return null
  const { data } = await query.graph({
    entity: "cart",
    fields: ["id", "currency_code", "total", "completed_at"],
    filters: { id: attempt.cart_id },
  })
  const cart = data[0]
  if (!cart) return null
  if (cart.completed_at) return "completed"
  const total = toDecimalString(cart.total, cart.currency_code)
  return cart.currency_code.toLowerCase() === price.currency_code &&
    sameAmount(total, price.amount)
    ? "same"
    : "changed"
}

function isUnpaid({ state }: Attempt): boolean {
  return state === "creating" || state === "open" || state === "closed"
}
