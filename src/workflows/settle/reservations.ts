import type {
  ConfirmVariantInventoryWorkflowInputDTO,
  MedusaContainer,
} from "@medusajs/framework/types"
import {
  MathBN,
  MedusaError,
  Modules,
  ReservationItemWorkflowEvents,
} from "@medusajs/framework/utils"
import { confirmVariantInventoryWorkflow } from "@medusajs/medusa/core-flows"
import {
  partsOf,
  readStockedOrder,
  type StockedOrder,
} from "../../medusa/stock"
import {
  type MissingStock,
  missingStockOfSale,
  type PlannedReservation,
  planReservations,
  type StockLevel,
} from "../../modules/crypto-payment/settling/stock"

/**
 * The reservations that an order lacks, at the locations of its sales channel that core's own
 * workflow picks. Undefined where the pieces are not there, or are not the sale's.
 */
export async function findReservable(
  container: MedusaContainer,
  orderId: string
): Promise<PlannedReservation[] | undefined> {
  const query = container.resolve("query")
  const order = await readStockedOrder(query, orderId)
  // Core confirms stock by the locations of the order's sales channel.
  if (!order?.sales_channel_id) return undefined
  const { items, sales_channel_id } = order
  const reserved = await container
    .resolve(Modules.INVENTORY)
    .listReservationItems({ line_item_id: items.map(({ id }) => id) })
  const missing = missingStockOfSale(order, reserved)
  if (!missing || missing.length === 0) return undefined
  const { sold, lacking } = variantsOf(order, missing)
  const { result, errors } = await confirmVariantInventoryWorkflow(
    container
  ).run({
    input: {
      sales_channel_id,
      variants: [...sold, ...lacking],
      items: lacking.map(({ id }) => ({ id, variant_id: id, quantity: 1 })),
    },
    throwOnError: false,
  })
  const failure: unknown = errors[0]?.error
  if (failure !== undefined) {
    if (isLack(failure)) return undefined
    throw failure instanceof Error
      ? failure
      : new Error("Medusa could not confirm the stock.", { cause: failure })
  }
  return planReservations(missing, result.items, levelsOf(items))
}

type CoreVariant = ConfirmVariantInventoryWorkflowInputDTO["variants"][number]

/**
 * Core confirms all parts of a variant, also those that are reserved already. So what an item lacks
 * is one piece of a variant that consists of just that. Core prefers the first locations of all
 * that is sold, so that is there too;
 * unmanaged, or core would ask for a location of the channel for it.
 */
function variantsOf(
  { items }: StockedOrder,
  missing: readonly MissingStock[]
): Record<"sold" | "lacking", CoreVariant[]> {
  const sold: CoreVariant[] = []
  const lacking: CoreVariant[] = []
  for (const { id, variant } of items) {
    if (!variant) continue
    const parts = partsOf(variant)
    sold.push({ ...variant, manage_inventory: false, inventory_items: parts })
    const inventory_items = parts.flatMap((part) => {
      const lack = missing.find(
        (each) =>
          each.line_item_id === id &&
          each.inventory_item_id === part.inventory_item_id
      )
      return lack
        ? [{ ...part, variant_id: id, required_quantity: lack.quantity }]
        : []
    })
    if (inventory_items.length > 0) {
      lacking.push({ ...variant, id, inventory_items })
    }
  }
  return { sold, lacking }
}

function levelsOf(items: StockedOrder["items"]) {
  return items
    .flatMap(({ variant }) => variant?.inventory_items ?? [])
    .flatMap(({ inventory_item_id, inventory }): StockLevel[] =>
      (inventory?.location_levels ?? []).map((level) => ({
        inventory_item_id,
        location_id: level.location_id,
        available: MathBN.sub(level.stocked_quantity, level.reserved_quantity),
      }))
    )
}

const LACKS: readonly unknown[] = [
  MedusaError.Types.NOT_ALLOWED,
  MedusaError.Types.INVALID_DATA,
]

/** Too little stock, or no location of the sales channel has any. */
function isLack(failure: unknown): boolean {
  return (
    typeof failure === "object" &&
    failure !== null &&
    LACKS.includes(Reflect.get(failure, "type"))
  )
}

/**
 * Reserves as core's `reserve-inventory-step` (2.21.2, `cart/steps/reserve-inventory.js`, line 44):
 * under the locks of the inventory items. What is missing is read again under them, so that of two
 * runs, or of a run and a person who allocates the items, one reserves.
 */
export async function reserveStock(
  container: MedusaContainer,
  order_id: string
): Promise<void> {
  const planned = await findReservable(container, order_id)
  if (!planned) return
  const keys = new Set(planned.map((each) => each.inventory_item_id))
  const reservations = await container
    .resolve(Modules.LOCKING)
    .execute([...keys], async () => {
      const missing = await findReservable(container, order_id)
      if (!missing) return []
      return await container
        .resolve(Modules.INVENTORY)
        .createReservationItems(missing)
    })
  if (reservations.length === 0) return
  const name = ReservationItemWorkflowEvents.CREATED
  const bus = container.resolve(Modules.EVENT_BUS)
  await bus.emit(
    reservations.map(({ id }) => ({ name, data: { id, order_id } }))
  )
}

/** @returns whether something was reserved for the items */
export async function releaseReservations(
  container: MedusaContainer,
  line_item_id: string[]
): Promise<boolean> {
  if (line_item_id.length === 0) return false
  const inventory = container.resolve(Modules.INVENTORY)
  const reserved = await inventory.listReservationItems({ line_item_id })
  if (reserved.length === 0) return false
  const keys = new Set(reserved.map((each) => each.inventory_item_id))
  await container
    .resolve(Modules.LOCKING)
    .execute([...keys], () =>
      inventory.deleteReservationItemsByLineItem(line_item_id)
    )
  return true
}

/**
 * An inventory item at a location, and how much of it core counts as reserved, and has reserved.
 */
export type Miscounted = {
  inventory_item_id: string
  counted: string
  reserved: string
}

/** Of what was ever reserved for the items; core writes count and reservation under this lock. */
export async function findMiscounted(
  container: MedusaContainer,
  line_item_id: string[]
): Promise<Miscounted[]> {
  if (line_item_id.length === 0) return []
  const inventory = container.resolve(Modules.INVENTORY)
  const once = await inventory.listReservationItems(
    { line_item_id },
    { withDeleted: true }
  )
  const ids = [...new Set(once.map((each) => each.inventory_item_id))]
  if (ids.length === 0) return []
  return await container.resolve(Modules.LOCKING).execute(ids, async () => {
    const [levels, reservations] = await Promise.all([
      inventory.listInventoryLevels({ inventory_item_id: ids }),
      inventory.listReservationItems({ inventory_item_id: ids }),
    ])
    return levels.flatMap(({ inventory_item_id, ...level }) => {
      const of = reservations
        .filter((each) => each.inventory_item_id === inventory_item_id)
        .filter((each) => each.location_id === level.location_id)
      const reserved = MathBN.sum(0, ...of.map(({ quantity }) => quantity))
      if (MathBN.eq(reserved, level.reserved_quantity)) return []
      const counted = String(level.reserved_quantity)
      return { inventory_item_id, counted, reserved: reserved.toString() }
    })
  })
}
