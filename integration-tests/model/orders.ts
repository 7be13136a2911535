import {
  addTransaction,
  bookedTotal,
  pendingDifference,
  type Order,
  type Payment,
} from "./shop"
import type { ShopProcess } from "./shop-process"

/**
 * Core's `cancelOrderWorkflow`: what was captured is refunded, and where the
 * provider refuses that, the order is canceled all the same, with a refund among
 * its transactions that names the payment.
 */
export async function cancelOrder(
  process: ShopProcess,
  order: Order,
  onCancel: () => void = () => {}
): Promise<void> {
  const { shop, payments } = process
  if (order.status === "canceled") return
  for (const payment of paymentsOf(process, order)) {
    const left = leftOf(payment)
    if (left <= 0) continue
    const amount = String(left)
    let reference_id = payment.id
    try {
      await payments.refundPayment({ payment_id: payment.id, amount })
      reference_id = payment.refunds.at(-1)?.id ?? payment.id
    } catch {
      // As in core: the refund fails, and the cancellation goes on.
    }
    await process.write("add_refund_transaction", () => {
      addTransaction(shop, order, {
        amount: String(-left),
        reference: "refund",
        reference_id,
      })
    })
  }
  await process.write("cancel_order", () => {
    order.status = "canceled"
    order.canceled_at = shop.date
    onCancel()
  })
  shop.events.push({ name: "order.canceled", data: { id: order.id } })
}

/**
 * An order edit, claim or exchange: the order's total changes, and what is
 * pending becomes the amount of its unpaid collection, or of a new one. An edit
 * that leaves less than nothing pending leaves the collection as it was (I3).
 */
export async function editOrder(
  process: ShopProcess,
  order: Order,
  total: string
): Promise<void> {
  const { shop } = process
  if (order.status === "canceled") return
  await process.write("edit_order", () => {
    order.totals.push({ total, created_at: shop.date })
    order.summarized = bookedTotal(order)
    const pending = pendingDifference(order)
    const unpaid = shop.orderCollections
      .filter(({ order_id }) => order_id === order.id)
      .map((link) => shop.collection(link.payment_collection_id))
      .find((each) => each && !isPaid(process, each.id))
    if (unpaid) {
      if (pending >= 0) unpaid.amount = String(pending)
      return
    }
    if (pending <= 0) return
    const id = shop.nextId("pay_col")
    const { currency_code } = order
    const amount = String(pending)
    shop.collections.push({ id, amount, currency_code })
    shop.orderCollections.push({
      order_id: order.id,
      payment_collection_id: id,
    })
  })
}

function paymentsOf({ shop }: ShopProcess, order: Order): Payment[] {
  const ids = shop.orderCollections.flatMap((link) =>
    link.order_id === order.id ? [link.payment_collection_id] : []
  )
  return shop.payments.filter(
    ({ collection_id, canceled_at }) =>
      ids.includes(collection_id) && !canceled_at
  )
}

function isPaid({ shop }: ShopProcess, collectionId: string): boolean {
  const cart = shop.cartOfCollection(collectionId)
  return (
    (cart !== undefined && !shop.placedUnpaid.has(cart.id)) ||
    shop.payments.some((each) => each.collection_id === collectionId)
  )
}

function leftOf({ captures, refunds }: Payment): number {
  const sum = (movements: Payment["captures"]) =>
    movements.reduce((total, { amount }) => total + Number(amount), 0)
  return sum(captures) - sum(refunds)
}
