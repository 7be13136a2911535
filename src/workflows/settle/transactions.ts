import type { MedusaContainer } from "@medusajs/framework/types"
import { MathBN, Modules } from "@medusajs/framework/utils"
import type { OrderModule } from "../../medusa/orders"
import { CRYPTO_PAYMENT_MODULE } from "../../modules/crypto-payment/module-key"
import { bookedTotal } from "../../modules/crypto-payment/settling/facts"
import { toComparableAmount } from "../../modules/crypto-payment/settling/money"
import { withCoreLock } from "./locks"
import { noteAndWarn } from "./order-notes"

/**
 * Removes transactions of an order whose capture or refund has another one, by their ids; of each,
 * one stays. Core reads, adds and writes a summary without a lock, so it counts both, or has lost
 * one of the two (2.21.2, `order-module-service.js`, line 1711): only what it counts may be
 * subtracted.
 * @throws when the order's lock is not free within ten seconds, or a transaction stays
 */
export async function removeRepeatedTransactions(
  container: MedusaContainer,
  attemptId: string,
  repeated: { order_id: string; transaction_ids: readonly string[] }
): Promise<void> {
  const { order_id, transaction_ids } = repeated
  await withCoreLock(container, order_id, async () => {
    for (const id of transaction_ids) {
      await removeRepeated(container, attemptId, order_id, id)
    }
  })
}

async function removeRepeated(
  container: MedusaContainer,
  attemptId: string,
  order_id: string,
  id: string
): Promise<void> {
  const orders = container.resolve<OrderModule>(Modules.ORDER)
  const bookings = await orders.listOrderTransactions({ order_id })
  const one = bookings.find((each) => each.id === id)
  const isRepeated = bookings.some(
    (each) => each.id !== id && each.reference_id === one?.reference_id
  )
  if (!one || !isRepeated) return
  const [{ version }, summaries] = await Promise.all([
    orders.retrieveOrder(order_id, { select: ["id", "version"] }),
    orders.listOrderSummaries({ order_id }),
  ])
  const stated = summaries.find((each) => each.version === version)?.totals
    .transaction_total
  const kept = MathBN.sub(bookedTotal(bookings), one.amount)
  const isLost = stated !== undefined && MathBN.eq(stated, kept)
  const { currency_code } = one
  const amount = toComparableAmount(MathBN.abs(one.amount), currency_code)
  await noteAndWarn(
    container,
    attemptId,
    {
      type: "transaction_removed",
      source: "decision",
      fact: `transaction_removed:${id}`,
      data: {
        order_id,
        transaction_id: id,
        reference_id: one.reference_id,
        amount,
        currency_code,
      },
    },
    `order ${order_id} has two transactions of ${one.reference_id}; ${id} is deleted`
  )
  // A deleted transaction is subtracted from the summary of its version, and none has version 0.
  await orders.updateOrderTransactions([{ id, version: isLost ? 0 : version }])
  await orders.deleteOrderTransactions([id])
  const left = await orders.listOrderTransactions({ id: [id] })
  if (left.length > 0) {
    throw new Error(`Transaction ${id} of order ${order_id} was not deleted.`)
  }
}

/**
 * Core's cancellation of an order books a refund, by the payment's id, that the provider refused.
 */
export async function removeOrphanedTransactions(
  container: MedusaContainer,
  orderId: string,
  paymentId: string
): Promise<void> {
  await removeOrderTransactions(container, orderId, {
    reference: "refund",
    reference_id: [paymentId],
  })
}

/**
 * Deletes an order's transactions of money that never moved for it; `reference_id` has ids of
 * captures, refunds or payments. A deleted transaction is subtracted from the sums of its own
 * version only, so it is moved to the current one first. Core subtracts what it listed before it
 * deleted, without a lock (2.21.2, `order-module-service.js`, line 1668): two at once would
 * subtract the same transaction twice.
 * @throws when the order's lock is not free within ten seconds
 */
export async function removeOrderTransactions(
  container: MedusaContainer,
  orderId: string,
  named: { reference_id: string[]; reference?: string }
): Promise<void> {
  if (named.reference_id.length === 0) return
  const orders = container.resolve<OrderModule>(Modules.ORDER)
  const list = () =>
    orders.listOrderTransactions({ order_id: orderId, ...named })
  if ((await list()).length === 0) return
  await withCoreLock(container, orderId, async () => {
    const ids = (await list()).map(({ id }) => id)
    if (ids.length === 0) return
    const { version } = await orders.retrieveOrder(orderId, {
      select: ["id", "version"],
    })
    await orders.updateOrderTransactions(ids.map((id) => ({ id, version })))
    await orders.deleteOrderTransactions(ids)
  })
}

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
