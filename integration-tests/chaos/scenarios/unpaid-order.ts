import { setTimeout as wait } from "node:timers/promises"
import { patiently } from "../patience"
import { STOCKED } from "../prepare-shop"
import type { Buyer, Opened } from "./buyer"

const WRITTEN_LIMIT_MS = 20_000
const CANCELED_LIMIT_MS = 90_000
const INTERVAL_MS = 500

/** An order that was placed before its payment. */
export type Unpaid = { cartId: string; orderId: string; opened: Opened }

/** Null where the cart could not be completed, or nobody knows. */
export async function placeUnpaid(buyer: Buyer): Promise<Unpaid | null> {
  const { random } = buyer
  const cartId = random.chance(0.5)
    ? await buyer.cartOf(STOCKED.handle)
    : await buyer.cart()
  const opened = await (random.chance(0.3)
    ? buyer.openInline(cartId)
    : buyer.open(cartId))
  const orderId = await (random.chance(0.4)
    ? buyer.orderOnce(cartId)
    : buyer.orderOf(cartId))
  return orderId === null ? null : { cartId, orderId, opened }
}

/** The time to pay ends now, in place of some minutes later. */
export async function endTime(
  { scene }: Buyer,
  { cartId }: Pick<Unpaid, "cartId">
): Promise<void> {
  const deadline = Date.now() + WRITTEN_LIMIT_MS
  do {
    const now = Date.now()
    const { rowCount } = await scene.db.query(
      `UPDATE crypto_unpaid_order
          SET cancel_at = now(), next_check_at = now()
        WHERE id = $1 AND cancel_at IS NOT NULL`,
      [cartId]
    )
    if (rowCount) {
      scene.endedAt.set(cartId, now)
      return
    }
    await wait(INTERVAL_MS)
  } while (Date.now() < deadline)
}

export async function isCanceledSoon(
  { scene }: Buyer,
  { orderId }: Unpaid
): Promise<boolean> {
  const deadline = Date.now() + CANCELED_LIMIT_MS
  while (Date.now() < deadline) {
    const { order } = await patiently(() =>
      scene.admin.get<{ order: { status: string } }>(
        `/admin/orders/${orderId}?fields=status`
      )
    )
    if (order.status === "canceled") return true
    await wait(INTERVAL_MS)
  }
  return false
}
