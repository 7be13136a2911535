import { isUnlinked, type Order } from "./books"
import { isMore, isSameAmount, sum } from "./decimal"
import type { Index } from "./index-books"
import { type Violation, violationOf } from "./report"

/**
 * Whatever placed them: canceled orders reserve nothing, others what they contain.
 * Core reserves stock while it links an order to its cart: where it is stopped
 * then, the next completion finds the order, and nothing reserves its stock. No
 * payment is settled with such an order.
 * @param stock by inventory item: what must be on the shelf.
 */
export function auditStock(
  index: Index,
  stock: Readonly<Record<string, number>>
): Violation[] {
  const { books } = index
  const reserved = (lineId: string, itemId?: string) =>
    books.reservations.filter(
      ({ line_item_id, inventory_item_id }) =>
        line_item_id === lineId &&
        (itemId ?? inventory_item_id) === inventory_item_id
    )
  const ofOrders = books.orders.flatMap((order) =>
    order.lines.flatMap(({ id, quantity, inventory_item_id }): Violation[] => {
      if (order.status === "canceled") {
        return reserved(id).map(({ id: reservation, quantity: kept }) =>
          violationOf(
            "stock_not_released",
            order,
            `is ${order.status}, and ${reservation} keeps ${kept}`
          )
        )
      }
      // Of other items some orders have none: see `contest` of the campaign.
      if (!inventory_item_id || !(inventory_item_id in stock)) return []
      const kept = sum(
        reserved(id, inventory_item_id).map((each) => each.quantity)
      )
      const mayLack = isSameAmount(kept, "0") && isExplained(index, order)
      return isSameAmount(kept, quantity) || mayLack
        ? []
        : [
            violationOf(
              "stock_not_reserved",
              order,
              `has ${quantity}, reserved is ${kept}`
            ),
          ]
    })
  )
  const ofLevels = books.levels.flatMap((level): Violation[] => {
    const { inventory_item_id, location_id, stocked, reserved: counted } = level
    const kept = sum(
      books.reservations
        .filter(
          (each) =>
            each.inventory_item_id === inventory_item_id &&
            each.location_id === location_id
        )
        .map(({ quantity }) => quantity)
    )
    const expected = stock[inventory_item_id]
    const isRight =
      isSameAmount(kept, counted) &&
      (expected === undefined || isSameAmount(stocked, String(expected)))
    return isRight
      ? []
      : [
          {
            rule: "stock_count_wrong",
            gatewayPaymentId: null,
            orderId: null,
            finding: `${inventory_item_id}: ${counted} of ${stocked} are counted as reserved, reserved are ${kept}${expected === undefined ? "" : `, on the shelf were ${expected}`}`,
          },
        ]
  })
  return [...ofOrders, ...ofLevels]
}

/** Whether less is reserved for an order than it contains. */
export function lacksStock({ books }: Index, { lines }: Order): boolean {
  return lines.some(({ id, quantity, inventory_item_id }) => {
    const ofLine = books.reservations.filter(
      (each) =>
        each.line_item_id === id && each.inventory_item_id === inventory_item_id
    )
    const reserved = sum(ofLine.map((each) => each.quantity))
    return inventory_item_id !== null && isMore(quantity, reserved)
  })
}

/** Whether core was stopped while it placed the order, and no payment of a cart is settled with it. */
function isExplained({ books }: Index, order: Order): boolean {
  const ofPayments = books.ledger.filter(
    ({ cart_id, order_id }) => cart_id !== null && order_id === order.id
  )
  const isSettled = ofPayments.some(({ state }) => state === "settled")
  const isForPerson = ofPayments.some(
    ({ state, attention_reason }) =>
      state === "resolved" || attention_reason === "order_not_placed"
  )
  return !isSettled && (isForPerson || order.half_placed || isUnlinked(order))
}
