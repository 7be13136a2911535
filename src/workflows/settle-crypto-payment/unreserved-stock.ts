import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

import { findRecord } from "../../medusa-query"
import {
  type Attempt,
  CRYPTO_PAYMENT_MODULE,
  isStockReserved,
  ORDER_STOCK_FIELDS,
  type StockedOrder,
  stockToReserve,
} from "../../modules/crypto-payment/internal"

/** How long a reading that fails is tried again, after the order was placed. */
const GIVEN_UP_AFTER_MS = 60 * 60_000

/**
 * Core creates an order before it reserves its stock. A completion that was killed in between
 * leaves an order that is paid, and that core does not let anybody fulfill: the next completion
 * finds it and reserves nothing. Says so in the timeline, once, and in the log; nothing is
 * reserved here, since the stock may be gone, and the location is the merchant's choice.
 * @param attempt a settled attempt that is being verified. Of those without a cart the order was
 * not placed by a completion, and what else creates orders may leave reserving to others.
 */
export async function noteUnreservedStock(
  container: MedusaContainer,
  attempt: Pick<Attempt, "id" | "cart_id" | "order_id" | "settled_at">
): Promise<void> {
  const { id, cart_id, order_id, settled_at } = attempt
  if (!cart_id || !order_id) return
  try {
    await noteOfOrder(container, id, order_id)
  } catch (error) {
    // A store may lack what core reserves with: the verification does not fail for ever by it.
    if (Date.now() - Number(settled_at) < GIVEN_UP_AFTER_MS) throw error
    container
      .resolve("logger")
      .warn(
        `crypto payment ${id}: whether the stock of order ${order_id} is reserved cannot be read: ${String(error)}`
      )
  }
}

async function noteOfOrder(
  container: MedusaContainer,
  id: string,
  order_id: string
): Promise<void> {
  const query = container.resolve("query")
  const order = (await findRecord(
    query,
    "order",
    order_id,
    ORDER_STOCK_FIELDS
  )) as StockedOrder | undefined
  const needed = order ? stockToReserve(order) : []
  if (needed.length === 0) return
  const reserved = await container
    .resolve(Modules.INVENTORY)
    .listReservationItems({
      line_item_id: needed.map(({ line_item_id }) => line_item_id),
    })
  if (isStockReserved(needed, reserved)) return
  const isNew = await container
    .resolve(CRYPTO_PAYMENT_MODULE)
    .timeline.append(id, {
      type: "stock_not_reserved",
      source: "decision",
      fact: `stock_not_reserved:${order_id}`,
      data: { order_id },
    })
  if (!isNew) return
  container
    .resolve("logger")
    .warn(
      `crypto payment ${id}: the stock of order ${order_id} was not reserved; allocate its items before you fulfill it`
    )
}
