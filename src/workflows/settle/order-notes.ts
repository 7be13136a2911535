import type { MedusaContainer } from "@medusajs/framework/types"
import { readOrderFacts } from "../../medusa/orders"
import { CRYPTO_PAYMENT_MODULE } from "../../modules/crypto-payment/module-key"
import { Facts, OrderFacts } from "../../modules/crypto-payment/settling/facts"
import { isSamePrice } from "../../modules/crypto-payment/settling/money"
import { removeOrphanedTransactions } from "./transactions"

/** Says in the timeline what is left to do: Medusa's own refund cannot send coins back. */
export async function noteCanceledOrder(
  container: MedusaContainer,
  paid: { id: string; order_id: string; payment_id: string }
): Promise<void> {
  const { id, order_id, payment_id } = paid
  await removeOrphanedTransactions(container, order_id, payment_id)
  await container.resolve(CRYPTO_PAYMENT_MODULE).timeline.append(id, {
    type: "order_canceled",
    source: "order",
    fact: `order_canceled:${order_id}`,
    data: {
      order_id,
      advice:
        "Canceling sends no coins back; refund them at the crypto payment.",
    },
  })
}

/** An order may be canceled before its payment is settled, and core's summary of it may be wrong. */
export async function noteOrder(
  container: MedusaContainer,
  id: string,
  { order, payment }: Facts
): Promise<void> {
  if (order) await noteMisstatedOrder(container, id, order)
  if (!order?.canceled || !payment) return
  await noteCanceledOrder(container, {
    id,
    order_id: order.id,
    payment_id: payment.id,
  })
}

/** Of two bookings at once, core's summary loses one: the timeline says what is due. */
async function noteMisstatedOrder(
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
