import type { GatewayPayment, LedgerRow, MedusaPayment, Order } from "./books"
import { dueBefore } from "./audit-changes"
import { isMore, isSameAmount, rounded, sum } from "./decimal"
import { type Index, isSamePrice } from "./index-books"
import type { Rule, Violation } from "./report"

type Found = (rule: Rule, finding: string) => Violation

/**
 * A settled payment: one order, one capture of the session's amount, one
 * transaction of it. What the order costs and waits for is `auditOrders`'.
 */
export function auditSettled(
  index: Index,
  row: LedgerRow,
  reported: GatewayPayment | undefined,
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
    ...auditAmounts(row, reported, payment, found),
    ...auditTransactions(order, payment, found),
    ...auditDue(index, row, order, payment, found),
    ...auditCancellation(order, payment, found),
    ...auditMode(index, row, reported, found),
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
  reported: GatewayPayment | undefined,
  payment: MedusaPayment,
  found: Found
): Violation[] {
  const [capture] = payment.captures
  if (!capture || payment.captures.length > 1) {
    const amounts = payment.captures.map(({ amount }) => amount)
    return [found("captured_not_once", `captured [${amounts.join()}]`)]
  }
  const own = payment.currency_code
  const prices = {
    captured: [capture.amount, own],
    paid: [payment.amount, own],
    session: [payment.session_amount, own],
    ledger: [row.amount, row.currency_code],
    gateway: [reported?.original_amount, reported?.original_currency],
  }
  const agree = Object.values(prices).every(
    ([amount, currency]) =>
      amount &&
      currency &&
      isSamePrice(
        { amount, currency },
        { amount: capture.amount, currency: own }
      )
  )
  return agree ? [] : [found("amounts_differ", JSON.stringify(prices))]
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

/** An order of a cart had exactly this to be paid; a later change may leave it open. */
function auditDue(
  index: Index,
  row: LedgerRow,
  order: Order,
  payment: MedusaPayment,
  found: Found
): Violation[] {
  const [first] = payment.captures
  if (row.cart_id === null || !first) return []
  const currency = order.currency_code
  const due = rounded(dueBefore(index, order, first), currency)
  const captured = sum(payment.captures.map(({ amount }) => amount))
  return isSameAmount(due, rounded(captured, currency))
    ? []
    : [
        found(
          "settled_left_open",
          `${payment.id} captured ${captured} while ${due} was due for ${order.id}`
        ),
      ]
}

function auditCancellation(
  order: Order,
  { id, captures, refunds }: MedusaPayment,
  found: Found
): Violation[] {
  const amounts = (movements: { amount: string }[]) =>
    sum(movements.map(({ amount }) => amount))
  return order.status === "canceled" &&
    isMore(amounts(captures), amounts(refunds))
    ? [
        found(
          "settled_on_canceled_order",
          `${order.id} is canceled and holds ${id}`
        ),
      ]
    : []
}

function auditMode(
  index: Index,
  row: LedgerRow,
  reported: GatewayPayment | undefined,
  found: Found
): Violation[] {
  return reported && index.isOfOtherMode(row, reported)
    ? [
        found(
          "test_mode_ignored",
          `settled by ${reported.is_test ? "test" : "real"} coins, which ${row.provider_id} does not take`
        ),
      ]
    : []
}
