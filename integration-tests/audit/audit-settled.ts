import type { GatewayPayment, LedgerRow, MedusaPayment, Order } from "./books"
import { isSameAmount, sum } from "./decimal"
import type { Index } from "./index-books"
import type { Rule, Violation } from "./report"

type Found = (rule: Rule, finding: string) => Violation

/**
 * A settled payment: one order, one capture of the session's amount, one
 * transaction of it, nothing left to pay.
 */
export function auditSettled(
  index: Index,
  row: LedgerRow,
  told: GatewayPayment | undefined,
  found: Found
): Violation[] {
  const order = index.order(row.order_id)
  const payment = index.payment(row.payment_id)
  if (!order) {
    return [found("settled_without_order", `no order ${row.order_id}`)]
  }
  if (!payment) {
    return [found("settled_without_payment", `no payment ${row.payment_id}`)]
  }
  return [
    ...auditPlace(row, order, payment, found),
    ...auditAmounts(row, told, payment, found),
    ...auditTransactions(order, payment, found),
    ...auditPending(index, order, found),
  ]
}

function auditPlace(
  row: LedgerRow,
  order: Order,
  payment: MedusaPayment,
  found: Found
): Violation[] {
  const onOrder = order.collection_ids.includes(payment.payment_collection_id)
  // An order's edit is paid through a collection without a cart.
  const ofCart = row.cart_id === null || order.cart_ids.includes(row.cart_id)
  return onOrder && ofCart
    ? []
    : [
        found(
          "settled_payment_not_on_order",
          `${payment.id} of cart ${row.cart_id} is not on ${order.id} (carts ${order.cart_ids.join()}, collections ${order.collection_ids.join()})`
        ),
      ]
}

function auditAmounts(
  row: LedgerRow,
  told: GatewayPayment | undefined,
  payment: MedusaPayment,
  found: Found
): Violation[] {
  const [capture] = payment.captures
  if (!capture || payment.captures.length > 1) {
    const amounts = payment.captures.map(({ amount }) => amount)
    return [found("captured_not_once", `captured [${amounts.join()}]`)]
  }
  const amounts = {
    captured: capture.amount,
    paid: payment.amount,
    session: payment.session_amount ?? "none",
    ledger: row.amount ?? "none",
    gateway: told?.original_amount ?? "none",
  }
  const currencies = [
    payment.currency_code,
    row.currency_code,
    told?.original_currency,
  ].map((code) => code?.toLowerCase())
  const agree =
    Object.values(amounts).every((each) =>
      isSameAmount(each, capture.amount)
    ) && new Set(currencies).size === 1
  return agree
    ? []
    : [
        found(
          "amounts_differ",
          `${JSON.stringify(amounts)} in ${currencies.join()}`
        ),
      ]
}

function auditTransactions(
  order: Order,
  payment: MedusaPayment,
  found: Found
): Violation[] {
  return payment.captures.flatMap((capture) => {
    const ofCapture = order.transactions.filter(
      ({ reference_id }) => reference_id === capture.id
    )
    const right = ofCapture.filter(({ amount }) =>
      isSameAmount(amount, capture.amount)
    )
    if (right.length === 0) {
      return found(
        "order_transaction_missing",
        `${order.id} has no transaction of ${capture.amount} for ${capture.id}`
      )
    }
    return ofCapture.length > 1
      ? found(
          "order_transaction_doubled",
          `${order.id} has ${ofCapture.length} transactions for ${capture.id}`
        )
      : []
  })
}

/** What was sent back is what the order waits for again, and nothing else. */
function auditPending(index: Index, order: Order, found: Found): Violation[] {
  const refunded = sum(
    index
      .paymentsOf(order)
      .flatMap(({ refunds }) => refunds.map(({ amount }) => amount))
  )
  return order.status === "canceled" ||
    isSameAmount(order.pending_difference, refunded)
    ? []
    : [
        found(
          "pending_difference",
          `${order.id} waits for ${order.pending_difference} of ${order.total}`
        ),
      ]
}
