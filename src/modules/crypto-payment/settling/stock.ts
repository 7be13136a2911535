import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import { MAX_SKEW_MS } from "./due"
import {
  missingStock,
  type OrderPlacement,
  type StockReservation,
} from "./facts"

/** Core writes an order and its items at once; items of a later change are younger. */
const SALE_WITHIN_MS = 5_000

/** What of an item has no stock. */
export type MissingStock = {
  line_item_id: string
  inventory_item_id: string
  quantity: BigNumberInput
}

type SoldOrder = Omit<OrderPlacement, "items"> & {
  created_at: Date | string
  items: (OrderPlacement["items"][number] & { created_at: Date | string })[]
}

/**
 * What is to be reserved for an order that stands without its stock. Null where an item of a later
 * change is among it: core reserves for an exchange only with its shipping.
 */
export function missingStockOfSale(
  order: SoldOrder,
  reserved: readonly StockReservation[]
): MissingStock[] | null {
  const soldAt = new Date(order.created_at).getTime()
  const added = order.items
    .filter(
      ({ created_at }) =>
        new Date(created_at).getTime() - soldAt > SALE_WITHIN_MS
    )
    .map(({ id }) => id)
  const missing = missingStock(order, reserved)
  const isOfSale = missing.every((each) => !added.includes(each.line_item_id))
  return isOfSale ? missing : null
}

/** Longer than core takes from the first step of a cancellation or fulfillment to its last. */
const RELEASES_WITHIN_MS = 60_000

/**
 * Whether core may be about to cancel or fulfill the order: it deletes the reservations first,
 * under no lock (2.21.2, `cancel-order.js`, line 109; `create-fulfillment.js`, line 395).
 */
export function isBeingReleased(
  released: readonly { deleted_at?: Date | string | null }[],
  now: Date
): boolean {
  return released.some(({ deleted_at }) => {
    const ageMs = now.getTime() - new Date(deleted_at ?? 0).getTime()
    return ageMs > -MAX_SKEW_MS && ageMs < RELEASES_WITHIN_MS
  })
}

/** Where core would reserve what is missing, as its `reserve-inventory-step` takes it. */
export type PlannedReservation = {
  line_item_id: string
  inventory_item_id: string
  location_id: string
  quantity: BigNumberInput
  allow_backorder: boolean
}

/** What core found for an item and one of its inventory items. */
export type ConfirmedStock = {
  id?: string
  inventory_item_id: string
  allow_backorder: boolean
  location_ids: string[]
}

export type StockLevel = {
  inventory_item_id: string
  location_id: string
  available: BigNumberInput
}

/**
 * Core reserves at the first location; undefined where that has too little for all of it together,
 * or does not stock it, which core refuses also for backorders.
 */
export function planReservations(
  missing: readonly MissingStock[],
  confirmed: readonly ConfirmedStock[],
  levels: readonly StockLevel[]
): PlannedReservation[] | undefined {
  const planned: PlannedReservation[] = []
  for (const { line_item_id, inventory_item_id, quantity } of missing) {
    const found = confirmed.find(
      (each) =>
        each.id === line_item_id && each.inventory_item_id === inventory_item_id
    )
    const location_id = found?.location_ids[0]
    if (!found || location_id === undefined) return undefined
    const { allow_backorder } = found
    planned.push({
      line_item_id,
      inventory_item_id,
      location_id,
      quantity,
      allow_backorder,
    })
  }
  const isThere = planned.every((one) => {
    const isSame = (each: StockLevel | PlannedReservation) =>
      each.inventory_item_id === one.inventory_item_id &&
      each.location_id === one.location_id
    const together = planned.filter(isSame).map(({ quantity }) => quantity)
    const level = levels.find(isSame)
    if (!level) return false
    return (
      one.allow_backorder ||
      MathBN.gte(level.available, MathBN.sum(0, ...together))
    )
  })
  return isThere ? planned : undefined
}
