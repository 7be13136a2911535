import fc from "fast-check"

import { deed, type Deed } from "./actions"
import { newShop } from "./new-shop"
import { deliverEvents } from "./deliver-events"
import { pick } from "./actions"
import { perform, tell } from "./perform"
import { comeToRest } from "./rest"
import type { Shop } from "./shop"
import { ShopProcess } from "./shop-process"

/** Some changes, and then what the gateway's webhooks tell, late ones too. */
export type Chapter = {
  changes: Deed[]
  reported: { payment: number; status: number }[]
}

/**
 * What fails for a reason that may pass hits whoever comes first, and is given
 * up after some tries, so it is left out here. Of two payments for an unpaid
 * order that was edited, the first payment that is reported pays it.
 */
const change = deed.filter((each) => {
  switch (each.do) {
    case "webhook":
    case "fail_in_core":
    case "fail_at_gateway":
    case "switch_order_first":
      return false
    case "block":
      return each.blocker !== "hook" && each.blocker !== "lock_release"
    default:
      return true
  }
})

export const chapters: fc.Arbitrary<Chapter[]> = fc.array(
  fc.record({
    changes: fc.array(change, { maxLength: 8, size: "max" }),
    reported: fc.array(fc.record({ payment: fc.nat(5), status: fc.nat(5) }), {
      maxLength: 5,
      size: "max",
    }),
  }),
  { maxLength: 5, size: "max" }
)

/** Plays the chapters, each with its webhooks in an order of one's own. */
export async function live(
  chapters: readonly Chapter[],
  inOrder: (reported: Chapter["reported"]) => Chapter["reported"]
): Promise<unknown> {
  const shop = newShop()
  for (const { changes, reported } of chapters) {
    for (const each of changes) await perform(shop, each)
    const payments = [...shop.gateway]
    for (const { payment: number, status } of inOrder(reported)) {
      const payment = pick(payments, number)
      const word = payment && pick(payment.statuses, status)
      if (!payment || !word) continue
      await tell(new ShopProcess(shop), payment, word)
      await deliverEvents(shop)
    }
  }
  await comeToRest(shop)
  return endState(shop)
}

/** What the same facts must come to, in whatever order they were recorded. */
function endState(shop: Shop): unknown {
  return shop.collections.map(({ id }) => {
    const cart = shop.cartOfCollection(id)
    const order = cart ? shop.orderOfCart(cart.id) : shop.orderOfCollection(id)
    return {
      attempts: shop.attempts
        .filter((attempt) => attempt.payment_collection_id === id)
        .map(({ state }) => state)
        .sort(),
      order: order && {
        status: order.status,
        transactions: order.transactions.length,
      },
      payments: shop.payments
        .filter(({ collection_id }) => collection_id === id)
        .map(({ provider_id, amount }) => `${provider_id} ${amount}`)
        .sort(),
    }
  })
}
