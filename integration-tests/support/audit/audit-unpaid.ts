import { auditStock } from "./audit-stock"
import { isMore, sum } from "./decimal"
import type { GatewayPayment, LedgerRow, Order } from "./books"
import { type Index, isConfirmed } from "./index-books"
import { type Violation, violationOf } from "./report"

/** What only the one who played the shop knows; times in milliseconds since 1970. */
export type UnpaidOrderTerms = {
  /** Providers that place orders before their payment. */
  providers: readonly string[]
  /** How long such an order can be paid. */
  payableMs: number
  /** How long after that the job may take. */
  slackMs: number
  /** When the books were read. */
  now: number
  /** Whether the time of all orders is over by then, also of those that the ledger does not know. */
  isOver?: boolean
  /** By cart: when its time was over, where that was before `payableMs`. */
  endedAt: ReadonlyMap<string, number>
  /** Orders that an admin asked to cancel. */
  canceledByAdmin: ReadonlySet<string>
  /** By inventory item: what must be on the shelf. */
  stock: Readonly<Record<string, number>>
}

/**
 * Orders that were placed before their payment: each ends paid, or canceled once
 * its time is over, and never the one while its money says the other.
 */
export function auditUnpaidOrders(
  index: Index,
  terms: UnpaidOrderTerms
): Violation[] {
  return [
    ...index.books.orders
      .filter((order) => isOrderFirst(index, order, terms))
      .flatMap((order) =>
        order.status === "canceled"
          ? auditCanceled(index, order, terms)
          : leftUnpaid(index, order, terms)
      ),
    ...auditStock(index, terms.stock),
  ]
}

function isOrderFirst(
  index: Index,
  order: Order,
  { providers }: UnpaidOrderTerms
): boolean {
  return index.books.ledger.some(
    (row) => providers.includes(row.provider_id) && isForCartOf(order, row)
  )
}

function isForCartOf({ cart_ids }: Order, { cart_id }: LedgerRow): boolean {
  return cart_id !== null && cart_ids.includes(cart_id)
}

/** By its cart, or by another collection that an admin made. */
function isFor(order: Order, row: LedgerRow): boolean {
  const { payment_collection_id: id } = row
  return (
    isForCartOf(order, row) ||
    (id !== null && order.collection_ids.includes(id))
  )
}

/** Until when the order could be paid. */
function payableUntil(order: Order, { payableMs, endedAt }: UnpaidOrderTerms) {
  return Math.min(
    Date.parse(order.created_at) + payableMs,
    ...order.cart_ids.flatMap((id) => endedAt.get(id) ?? [])
  )
}

/** The gateway's payments of an order, those aside that a person resolved. */
function unresolvedPayments(index: Index, order: Order): GatewayPayment[] {
  return index.books.ledger
    .filter((row) => row.state !== "resolved" && isFor(order, row))
    .flatMap((row) => index.gatewayPaymentOf(row) ?? [])
}

function leftUnpaid(
  index: Index,
  order: Order,
  terms: UnpaidOrderTerms
): Violation[] {
  const isPaid = index.paymentsOf(order).some(({ canceled }) => !canceled)
  const isOver =
    terms.isOver || payableUntil(order, terms) + terms.slackMs < terms.now
  if (isPaid || !isOver || !isMore(order.pending_difference, "0")) return []
  const isSeen = unresolvedPayments(index, order).some(
    (payment) => isConfirmed(payment) || payment.status === "pending"
  )
  return isSeen
    ? []
    : [
        violationOf(
          "unpaid_past_its_time",
          order,
          `waits for ${order.pending_difference} since ${order.created_at}`
        ),
      ]
}

function auditCanceled(
  index: Index,
  order: Order,
  terms: UnpaidOrderTerms
): Violation[] {
  if (terms.canceledByAdmin.has(order.id)) return []
  const until = payableUntil(order, terms)
  const payments = unresolvedPayments(index, order)
  return [
    ...(order.canceled_at !== null && Date.parse(order.canceled_at) < until
      ? [violationOf("canceled_before_its_time", order, "could still be paid")]
      : []),
    ...payments.flatMap((payment) => canceledWhilePaid(order, payment, until)),
    ...canceledWithMoney(index, order),
  ]
}

/**
 * A payment whose coin was chosen is waited for, so money that came while its
 * countdown ran is never late. Money after the countdown is, unless it came while
 * the order could be paid: then the job must have read it.
 */
function canceledWhilePaid(
  order: Order,
  { id, history = [] }: GatewayPayment,
  until: number
): Violation[] {
  const canceledAt = Date.parse(order.canceled_at ?? "")
  const before = history.filter(({ at }) => Date.parse(at) <= canceledAt)
  const last = before.at(-1)
  const paidAt = before.findIndex(isConfirmed)
  const [previous, paid] = [before[paidAt - 1], before[paidAt]]
  const isLate =
    paid !== undefined &&
    (previous?.status === "expired" || previous?.status === "failed") &&
    Date.parse(paid.at) >= until
  return last?.status === "pending" || (paid !== undefined && !isLate)
    ? [
        {
          ...violationOf(
            "canceled_while_paid",
            order,
            `was canceled ${order.canceled_at}, and the gateway has ${history.map(({ status, at }) => `${status} ${at}`).join(", ")}; payable until ${new Date(until).toISOString()}`
          ),
          gatewayPaymentId: id,
        },
      ]
    : []
}

function canceledWithMoney(index: Index, order: Order): Violation[] {
  const held = index.paymentsOf(order).filter((payment) => {
    const amounts = (movements: { amount: string }[]) =>
      sum(movements.map(({ amount }) => amount))
    const { captures, refunds } = payment
    return isMore(amounts(captures), amounts(refunds))
  })
  return held.map(({ id, captures }) =>
    violationOf(
      "canceled_order_shows_money",
      order,
      `is canceled and shows ${captures.map(({ amount }) => amount).join(" and ")} of ${id}`
    )
  )
}
