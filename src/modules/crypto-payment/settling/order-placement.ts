import { MathBN } from "@medusajs/framework/utils"
import type { BigNumberInput } from "@medusajs/framework/types"

/** An order as `query.graph` gives it, with `ORDER_PLACEMENT_FIELDS`. */
export type OrderPlacement = {
  status: string
  version: number
  items?: (StockedItem | null)[] | null
}

type StockedItem = {
  id: string
  quantity: BigNumberInput
  detail?: { fulfilled_quantity?: BigNumberInput | null } | null
  /** Null where it was deleted. */
  variant?: {
    manage_inventory?: boolean | null
    /** Several for an inventory kit. */
    inventory_items?:
      | ({
          inventory_item_id: string
          required_quantity: BigNumberInput
        } | null)[]
      | null
  } | null
}

/** The items in full, as core reads them: else they come without variants. */
export const ORDER_PLACEMENT_FIELDS = [
  "id",
  "status",
  "version",
  "items.*",
  "items.detail.*",
  "items.variant.manage_inventory",
  "items.variant.inventory_items.inventory_item_id",
  "items.variant.inventory_items.required_quantity",
]

/** What is, or is to be, reserved of an inventory item for an item of an order. */
export type StockReservation = {
  line_item_id?: string | null
  inventory_item_id: string
  quantity: BigNumberInput
}

/**
 * What must be reserved before an order can be fulfilled, also of what allows backorders, as in
 * core's `prepareConfirmInventoryInput`. A fulfillment uses up its part of the reservation, and
 * what is returned was fulfilled before.
 */
export function stockToReserve({
  status,
  items,
}: OrderPlacement): (StockReservation & { line_item_id: string })[] {
  if (status === "canceled") return []
  return (items ?? []).flatMap((item) => {
    if (!item?.variant?.manage_inventory) return []
    const { id, quantity, detail, variant } = item
    const open = MathBN.sub(quantity, detail?.fulfilled_quantity ?? 0)
    if (!MathBN.gt(open, 0)) return []
    return (variant.inventory_items ?? []).flatMap((stocked) =>
      stocked
        ? {
            line_item_id: id,
            inventory_item_id: stocked.inventory_item_id,
            quantity: MathBN.mult(open, stocked.required_quantity),
          }
        : []
    )
  })
}

function isStockReserved(
  needed: readonly StockReservation[],
  reserved: readonly StockReservation[]
): boolean {
  return needed.every(({ line_item_id, inventory_item_id, quantity }) => {
    const sum = reserved
      .filter(
        (each) =>
          each.line_item_id === line_item_id &&
          each.inventory_item_id === inventory_item_id
      )
      .reduce(
        (total, each) => MathBN.add(total, each.quantity),
        MathBN.convert(0)
      )
    return MathBN.gte(sum, quantity)
  })
}

/** `undo`: all of it can be taken back. `unreserved`: stock is missing. */
export type Unfinished = "undo" | "unreserved"

/**
 * Core completes the cart, links the order to it and reserves stock at once. Where that fails and
 * undoing it too, or core is killed, the order stays, and the next completion returns it as it is.
 * What is paid, edited or fulfilled is never undone; null: nothing is missing.
 * @param completed whether the cart is
 * @param used whether the order has a transaction, or a collection of its own, or was placed before
 * its payment
 */
export function unfinishedOrder(
  order: OrderPlacement,
  reserved: readonly StockReservation[],
  { completed, used }: Record<"completed" | "used", boolean>
): Unfinished | null {
  const isUntouched =
    order.status === "pending" && order.version === 1 && !isFulfilled(order)
  if (!completed && isUntouched && !used) return "undo"
  return isStockReserved(stockToReserve(order), reserved) ? null : "unreserved"
}

function isFulfilled({ items }: OrderPlacement): boolean {
  return (items ?? []).some((item) =>
    MathBN.gt(item?.detail?.fulfilled_quantity ?? 0, 0)
  )
}
