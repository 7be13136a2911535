import { isConfirmed } from "./gateway"
import { type Order, pendingDifference, type Shop } from "./shop"

const HOUR_MS = 60 * 60_000
/** The default of `unpaidOrderHours`, and some runs of the job. */
const PAST_ITS_TIME_MS = 25 * HOUR_MS
/** The default of `lateWindowDays`, and the time to pay before. */
const LATE_WINDOW_MS = 8 * 24 * HOUR_MS

/** The gateway's payments for an order that were paid or could be paid, unless a person resolved them. */
export function payableFor(shop: Shop, order: Order): string[] {
  if (shop.now - order.created_at.getTime() > LATE_WINDOW_MS) return []
  return paymentsFor(shop, order)
    .filter(
      ({ statuses }) => isConfirmed(statuses) || statuses.at(-1) === "pending"
    )
    .map(({ id, statuses }) => `${id} (${statuses.join(", ")})`)
}

export function canceledOrders({ orders }: Shop): Set<Order> {
  return new Set(orders.filter(({ status }) => status === "canceled"))
}

/** The gateway said something else between its last reading and the cancellation. */
export function acceptCancellations(shop: Shop, before: Set<Order>): void {
  for (const order of canceledOrders(shop)) {
    if (!before.has(order)) order.payable_then = []
  }
}

/** An order that was placed before its payment ends paid, or canceled without its money. */
export function faultsOfUnpaid(shop: Shop): string[] {
  return shop.orders.flatMap((order) => {
    const { payable_then = [] } = order
    return payable_then.map(
      (payment) => `${order.id} was canceled while ${payment} could pay for it`
    )
  })
}

/** None stays unpaid past its time, unless its money is seen. */
export function faultsOfUnpaidAtRest(shop: Shop): string[] {
  return shop.orders.flatMap((order) => {
    const cartId = cartIdOf(shop, order)
    const isOver = shop.now - order.created_at.getTime() > PAST_ITS_TIME_MS
    if (!cartId || !shop.placedUnpaid.has(cartId) || !isOver) return []
    if (order.status === "canceled" || pendingDifference(order) <= 0) return []
    const ids = shop.orderCollections.flatMap((link) =>
      link.order_id === order.id ? [link.payment_collection_id] : []
    )
    const isPaid = shop.payments.some(
      ({ collection_id, canceled_at }) =>
        ids.includes(collection_id) && !canceled_at
    )
    const isSeen = paymentsFor(shop, order).some(
      ({ statuses }) =>
        isConfirmed(statuses) ||
        !["created", "expired", "failed"].includes(statuses.at(-1) ?? "")
    )
    return isPaid || isSeen
      ? []
      : [`${order.id} of ${cartId} is unpaid past its time`]
  })
}

function paymentsFor(shop: Shop, order: Order) {
  const cartId = cartIdOf(shop, order)
  const attempts = shop.attempts.filter(
    ({ cart_id, state }) =>
      cartId !== undefined && cart_id === cartId && state !== "resolved"
  )
  return shop.gateway.filter(({ id }) =>
    attempts.some(({ gateway_payment_id }) => gateway_payment_id === id)
  )
}

function cartIdOf(shop: Shop, { id }: Order): string | undefined {
  return shop.orderCarts.find(({ order_id }) => order_id === id)?.cart_id
}
