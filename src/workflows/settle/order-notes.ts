import type { MedusaContainer } from "@medusajs/framework/types"
import { readOrderFacts } from "../../medusa/orders"
import type { TimelineEntry } from "../../modules/crypto-payment/attempts/rows"
import { CRYPTO_PAYMENT_MODULE } from "../../modules/crypto-payment/module-key"
import type { OrderFacts } from "../../modules/crypto-payment/settling/facts"
import { isSamePrice } from "../../modules/crypto-payment/settling/money"

/** Of two bookings at once, core's summary loses one: the timeline says what is due. */
export async function noteMisstatedOrder(
  container: MedusaContainer,
  id: string,
  { id: order_id, pending, misstated }: OrderFacts
): Promise<void> {
  if (!pending || !misstated) return
  // The summary was read before the transactions: one that was just booked is in it by now.
  const query = container.resolve("query")
  const again = (await readOrderFacts(query, order_id))?.misstated
  if (!again || !isSamePrice(again, misstated)) return
  await container.resolve(CRYPTO_PAYMENT_MODULE).timeline.append(id, {
    type: "order_misstated",
    source: "decision",
    fact: `order_misstated:${order_id}:${pending.amount}`,
    data: { order_id, ...pending, stated: misstated.amount },
  })
}

/** In the timeline, once, and then in the log. */
export async function noteAndWarn(
  container: MedusaContainer,
  id: string,
  entry: TimelineEntry,
  warning: string
): Promise<void> {
  const { timeline } = container.resolve(CRYPTO_PAYMENT_MODULE)
  if (!(await timeline.append(id, entry))) return
  container.resolve("logger").warn(`crypto payment ${id}: ${warning}`)
}
