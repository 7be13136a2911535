import type {
  ConfirmVariantInventoryWorkflowInputDTO,
  ReservationItemDTO,
  MedusaContainer,
} from "@medusajs/framework/types"
import { z } from "zod"
import { Modules } from "@medusajs/framework/utils"
import { itemShape } from "./orders"
import {
  amount,
  findOne,
  linkedOne,
  linkedMany,
  many,
  moment,
  type Query,
  record,
  whole,
} from "./query"

const text = z.string().nullable()
const named = { id: z.string(), name: text }

/** With what core's `prepare-confirm-inventory-input.js` needs of an order (2.21.2, line 11). */
const STOCKED = record("order", {
  id: z.string(),
  status: z.string(),
  version: z.number(),
  created_at: moment,
  sales_channel_id: text,
  items: whole(
    many({
      ...itemShape,
      created_at: moment,
      variant: linkedOne({
        id: z.string(),
        manage_inventory: z.boolean(),
        allow_backorder: z.boolean(),
        inventory_items: linkedMany({
          inventory_item_id: z.string(),
          variant_id: z.string(),
          required_quantity: amount,
          inventory: linkedOne({
            location_levels: many({
              location_id: z.string(),
              stocked_quantity: amount,
              reserved_quantity: amount,
              raw_stocked_quantity: z.unknown(),
              raw_reserved_quantity: z.unknown(),
              stock_locations: linkedMany({
                ...named,
                sales_channels: linkedMany(named),
              }),
            }),
          }),
        }),
      }),
    })
  ),
})

export type StockedOrder = z.output<typeof STOCKED.row>

/** An order with the stock of what is sold, at all locations. */
export async function readStockedOrder(query: Query, id: string) {
  return await findOne(query, STOCKED, id)
}

type CoreVariant = ConfirmVariantInventoryWorkflowInputDTO["variants"][number]

type StockedVariant = NonNullable<StockedOrder["items"][number]["variant"]>

/** Core's type says that all levels of a part are one, and its workflow reads them as a list. */
export function partsOf({
  inventory_items,
}: StockedVariant): CoreVariant["inventory_items"] {
  return inventory_items.map(({ inventory, ...part }) => ({
    ...part,
    inventory: inventory ?? { location_levels: [] },
  })) as object[] as CoreVariant["inventory_items"]
}

type Reservation = ReservationItemDTO & { deleted_at?: Date | string | null }

/** Also those that were released. */
export async function listReservations(
  container: MedusaContainer,
  line_item_id: string[]
): Promise<Reservation[]> {
  if (line_item_id.length === 0) return []
  return await container
    .resolve(Modules.INVENTORY)
    .listReservationItems({ line_item_id }, { withDeleted: true })
}
