import type { MedusaPayment } from "./books"
import { sum } from "./decimal"
import { type Index, isConfirmed, isCrypto } from "./index-books"
import type { Violation } from "./report"

/** What Medusa has: no order twice, and no money that nobody confirmed. */
export function auditOrders(index: Index): Violation[] {
  return [
    ...cartsWithTwoOrders(index),
    ...unconfirmedCaptures(index),
    ...paidTwiceUnnoticed(index),
    ...touchedForeignPayments(index),
  ]
}

function cartsWithTwoOrders({ books }: Index): Violation[] {
  const orderIds = new Map<string, string[]>()
  for (const { id, cart_ids } of books.orders) {
    for (const cartId of cart_ids) {
      orderIds.set(cartId, [...(orderIds.get(cartId) ?? []), id])
    }
  }
  return [...orderIds]
    .filter(([, ids]) => ids.length > 1)
    .map(([cartId, ids]) => ({
      rule: "cart_with_two_orders",
      gatewayPaymentId: null,
      orderId: ids[0],
      finding: `${cartId} has the orders ${ids.join(", ")}`,
    }))
}

function unconfirmedCaptures(index: Index): Violation[] {
  return capturedByUs(index).flatMap((payment): Violation[] => {
    const rows = index.books.ledger.filter(
      ({ payment_id, session_ids }) =>
        payment_id === payment.id ||
        // One that is in attention need not know its payment.
        session_ids.includes(payment.payment_session_id)
    )
    const behind = rows.flatMap((row) => index.gatewayPaymentOf(row) ?? [])
    if (behind.some(isConfirmed)) return []
    return [
      {
        rule: "captured_without_confirmation",
        gatewayPaymentId: behind[0]?.id ?? null,
        orderId: index.orderOf(payment)?.id ?? null,
        finding: `${payment.id} is captured; ledger rows: ${rows.map(({ id, state }) => `${id} (${state})`).join() || "none"}`,
      },
    ]
  })
}

/** An order that took more than it costs, while none of it is before a person. */
function paidTwiceUnnoticed(index: Index): Violation[] {
  return index.books.orders.flatMap((order): Violation[] => {
    const standing = index.paymentsOf(order).filter((each) => !each.canceled)
    const ours = standing.filter(
      (each) => isCrypto(each) && each.captures.length > 0
    )
    const excess = Number(sum([...standing.map(({ amount }) => amount)]))
    if (ours.length === 0 || excess <= Number(order.total)) return []
    const told = index.books.ledger.some(
      ({ order_id, state }) =>
        order_id === order.id && (state === "attention" || state === "resolved")
    )
    return told
      ? []
      : [
          {
            rule: "paid_twice_unnoticed",
            gatewayPaymentId: null,
            orderId: order.id,
            finding: `${order.id} costs ${order.total} and holds payments of ${excess}: ${standing.map(({ id }) => id).join()}`,
          },
        ]
  })
}

/** A payment by other means stands for as long as its order does. */
function touchedForeignPayments(index: Index): Violation[] {
  return index.books.orders
    .filter(({ status }) => status !== "canceled")
    .flatMap((order) =>
      index
        .paymentsOf(order)
        .filter((payment) => !isCrypto(payment) && isTouched(payment))
        .map((payment) => ({
          rule: "foreign_payment_touched" as const,
          gatewayPaymentId: null,
          orderId: order.id,
          finding: `${payment.id} of ${payment.provider_id} is canceled or refunded, and ${order.id} stands`,
        }))
    )
}

function isTouched({ canceled, refunds }: MedusaPayment): boolean {
  return canceled || refunds.length > 0
}

function capturedByUs({ books }: Index): MedusaPayment[] {
  return books.payments.filter(
    (payment) => isCrypto(payment) && payment.captures.length > 0
  )
}
