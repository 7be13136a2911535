import { MedusaError } from "@medusajs/framework/utils"

import {
  addTransaction,
  bookedTotal,
  pendingDifference,
  type Order,
  type Payment,
  type Shop,
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
    const credited = order.credit_lines.reduce(
      (sum, { amount }) => sum + Number(amount),
      0
    )
    beginVersion(shop, order, Number(total) - credited)
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

/** `createOrderRefundCreditLinesWorkflow`: a change is begun, and confirmed. */
export async function addCreditLine(
  process: ShopProcess,
  input: {
    order_id: string
    amount: string
    reference: string
    referenceId: string
  }
): Promise<void> {
  const { shop } = process
  const order = shop.order(input.order_id)
  if (!order || order.status === "canceled" || order.changes.length > 0) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      "The order is canceled, or is being changed."
    )
  }
  await process.write("create_order_change", () => {
    const id = shop.nextId("ordch")
    const change_type = "credit_line" as const
    order.changes.push({ id, change_type, created_at: shop.date })
  })
  await process.write("confirm_order_change", () => {
    const { amount, reference, referenceId: reference_id } = input
    const id = shop.nextId("ordcl")
    order.changes = []
    order.credit_lines.push({ id, amount, reference, reference_id })
    beginVersion(
      shop,
      order,
      Number(order.totals.at(-1)?.total) - Number(amount)
    )
  })
}

/** Core's summary of a new version adds up all transactions. */
function beginVersion(shop: Shop, order: Order, total: number): void {
  order.totals.push({ total: total.toFixed(2), created_at: shop.date })
  order.summarized = bookedTotal(order)
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
