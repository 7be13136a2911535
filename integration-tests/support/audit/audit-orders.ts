import { dueBefore, paidMoreThanDue } from "./audit-changes"
import type { MedusaPayment, Order } from "./books"
import { isMore, isSameAmount, subtract, sum } from "./decimal"
import {
  type Index,
  isConfirmed,
  isCrypto,
  isSamePrice,
  placedPrice,
  type Price,
  priceOf,
} from "./index-books"
import { type Violation, violationOf } from "./report"

/**
 * What Medusa has: no order twice, and no money without a confirmation.
 * @param canceled orders that an admin asked to cancel
 */
export function auditOrders(
  index: Index,
  canceled: ReadonlySet<string> = new Set()
): Violation[] {
  return [
    ...cartsWithTwoOrders(index),
    ...unconfirmedCaptures(index),
    ...index.books.orders.flatMap((order) => [
      ...auditOrder(index, order),
      ...(canceled.has(order.id) ? [] : touchedForeignPayments(index, order)),
    ]),
  ]
}

function auditOrder(index: Index, order: Order): Violation[] {
  const captured = index
    .paymentsOf(order)
    .filter((each) => isCrypto(each) && each.captures.length > 0)
  return [
    ...ofOtherWorth(index, order, captured),
    ...paidMoreThanDue(index, order, captured),
    ...wrongPending(index, order, captured),
    ...paidTwiceUnnoticed(index, order, captured),
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
  return index.books.payments
    .filter((payment) => isCrypto(payment) && payment.captures.length > 0)
    .flatMap((payment): Violation[] => {
      const rows = index.rowsBehind(payment)
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

/**
 * An order costs, when it is placed, what one of its cart's payments brought; or,
 * where it was edited while it was unpaid, that is all that was due then. An edit can
 * be confirmed between core's authorization and its capture: then a person is asked.
 */
function ofOtherWorth(
  index: Index,
  order: Order,
  captured: MedusaPayment[]
): Violation[] {
  const forCart = captured.filter((payment) => index.isForCart(payment))
  if (forCart.length === 0) return []
  const placed = placedPrice(order)
  const paid = forCart.flatMap((payment) => paidBy(index, payment))
  // Money without a confirmation is another rule's.
  if (paid.length === 0) return []
  if (placed && paid.some((price) => isSamePrice(price, placed))) return []
  const currency = order.currency_code
  const paidAllDue = forCart.some(({ captures, currency_code }) =>
    captures.some((capture) =>
      isSamePrice(
        { amount: capture.amount, currency: currency_code },
        { amount: dueBefore(index, order, capture), currency }
      )
    )
  )
  const isExplained = paidAllDue || index.hasAttention(order)
  if (isExplained && order.versions.length > 1) return []
  return [
    violationOf(
      "order_of_other_worth",
      order,
      `was placed for ${placed ? written(placed) : "an unknown amount"}, paid was ${paid.map(written).join(" and ")}`
    ),
  ]
}

function paidBy(index: Index, payment: MedusaPayment): Price[] {
  return index
    .rowsBehind(payment)
    .flatMap((row) => index.gatewayPaymentOf(row) ?? [])
    .filter(isConfirmed)
    .map(priceOf)
}

/**
 * What an order waits for is its total less its transactions, as core's summary says; or a timeline
 * of what was settled for it says so, since core's summary loses one of two bookings at once.
 */
function summaryUnnoticed(index: Index, order: Order): Violation[] {
  const booked = dueByTransactions(order)
  const isSettled = index.books.ledger.some(
    ({ order_id, state }) => order_id === order.id && state === "settled"
  )
  return !isSettled || isSameAmount(noticedDue(order), booked)
    ? []
    : [
        violationOf(
          "pending_difference",
          order,
          `waits for ${order.pending_difference} in place of ${booked} by its transactions, and no timeline says so`
        ),
      ]
}

function dueByTransactions({ total, transactions }: Order): string {
  return subtract(total, sum(transactions.map(({ amount }) => amount)))
}

function noticedDue(order: Order): string {
  const booked = dueByTransactions(order)
  return order.noted_dues.some((each) => isSameAmount(each, booked))
    ? booked
    : order.pending_difference
}

/**
 * Where nothing but crypto paid, an order waits for its total less what was
 * captured and not sent back; and where it was never edited, that is what was
 * sent back. Whatever else it waits for, an attention says why.
 */
function wrongPending(
  index: Index,
  order: Order,
  captured: MedusaPayment[]
): Violation[] {
  const payments = index
    .paymentsOf(order)
    .filter(({ captures, canceled }) => captures.length > 0 || !canceled)
  if (captured.length === 0 || !payments.every(isCrypto)) {
    return summaryUnnoticed(index, order)
  }
  const refunded = sum(
    payments.flatMap(({ refunds }) => refunds.map(({ amount }) => amount))
  )
  const isUnchanged = order.status !== "canceled" && order.versions.length === 1
  const expected = isUnchanged
    ? refunded
    : sum([
        order.total,
        refunded,
        ...captured.flatMap(({ captures }) =>
          captures.map(({ amount }) => subtract("0", amount))
        ),
      ])
  if (isSameAmount(noticedDue(order), expected)) return []
  if (isUnchanged && index.hasAttention(order)) return []
  const rows = captured.flatMap((payment) => index.rowsBehind(payment))
  const booked = order.transactions.map(
    ({ reference, reference_id, amount }) =>
      `${reference} ${reference_id} ${amount}`
  )
  return [
    violationOf(
      "pending_difference",
      order,
      `waits for ${order.pending_difference} of ${order.total} in place of ${expected}; carts: ${order.cart_ids.join() || "none"}; captured: ${captured.map(({ id }) => id).join()}; transactions: ${booked.join() || "none"}; ledger rows: ${rows.map(({ id, state, order_id }) => `${id} (${state}, ${order_id ?? "no order"})`).join() || "none"}`
    ),
  ]
}

/** An order that took more than it costs, while none of it needs attention. */
function paidTwiceUnnoticed(
  index: Index,
  order: Order,
  captured: MedusaPayment[]
): Violation[] {
  const last = captured.flatMap(({ captures }) => captures.map(({ at }) => at))
  const standing = index
    .paymentsOf(order)
    // What an admin booked after it is Medusa's to show.
    .filter((each) => !each.canceled && !isAfter(each, last))
  // What an edit made cheaper was not paid twice.
  const costs = [order.total, ...order.versions.map(({ total }) => total)]
  const held = sum([
    ...standing.map(({ amount }) => amount),
    ...standing.flatMap(({ refunds }) =>
      refunds.map(({ amount }) => subtract("0", amount))
    ),
  ])
  if (captured.length === 0 || costs.some((cost) => !isMore(held, cost))) {
    return []
  }
  return index.hasAttention(order)
    ? []
    : [
        violationOf(
          "paid_twice_unnoticed",
          order,
          `costs ${order.total} and holds payments of ${held}: ${standing.map(({ id }) => id).join()}`
        ),
      ]
}

/**
 * A payment by other means stands for as long as its order does. Core itself cancels it first when
 * it takes a completion back or cancels an order, and may be stopped there.
 */
function touchedForeignPayments(index: Index, order: Order): Violation[] {
  if (order.status === "canceled" || order.half_rolled_back) return []
  return index
    .paymentsOf(order)
    .filter((payment) => !isCrypto(payment) && isTouched(payment))
    .map((payment) =>
      violationOf(
        "foreign_payment_touched",
        order,
        `${payment.id} of ${payment.provider_id} is ${payment.canceled ? "canceled" : "refunded"}, and the order stands; carts: ${order.cart_ids.join() || "none"}`
      )
    )
}

function isAfter(payment: MedusaPayment, moments: readonly string[]): boolean {
  const [first] = payment.captures
  return (
    !isCrypto(payment) && first && moments.every((moment) => moment < first.at)
  )
}

function isTouched({ canceled, refunds }: MedusaPayment): boolean {
  return canceled || refunds.length > 0
}

function written({ amount, currency }: Price): string {
  return `${amount} ${currency.toUpperCase()}`
}
