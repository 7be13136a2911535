import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { readCartAddresses } from "../../medusa/carts"
import { findPayments } from "../../medusa/collections"
import { findCompletions } from "../../medusa/completions"
import {
  findCollectionIds,
  findLinks,
  findOrderCollectionIds,
  findOrderId,
  isCart,
} from "../../medusa/links"
import {
  readPlacement,
  isOrder,
  findOrdersLinkedTo,
  findComparedOrders,
  type ComparedOrder,
  listBookings,
  countChanges,
} from "../../medusa/orders"
import { findPromotionIdsOf } from "../../medusa/promotions"
import type { Query } from "../../medusa/query"
import { isPaidState } from "../../modules/crypto-payment/attempts/states"
import type { Attempt } from "../../modules/crypto-payment/models/crypto-payment"
import {
  hasAddressOf,
  isOfStoppedCompletion,
  isTouched,
} from "../../modules/crypto-payment/settling/completions"
import { halfDoneOrder } from "../../modules/crypto-payment/settling/facts"
import { toComparableAmount } from "../../modules/crypto-payment/settling/money"
import { withCoreLock } from "./locks"
import { noteAndWarn } from "./order-notes"
import { giveBackPromotions } from "./promotions"
import { releaseReservations } from "./reservations"
import { removeOrderTransactions } from "./transactions"

/**
 * The order of a completion that core could not undo has no stock, and no event that it was placed;
 * every later completion of the cart would return it. So it is deleted as core does it, and its
 * link to the cart last (see `removeOrphanedLink`). By who has the cart's lock, where the order is
 * linked to it.
 */
export async function takeBackOrder(
  container: MedusaContainer,
  { id, cart_id }: Pick<Attempt, "id" | "cart_id">,
  order_id: string
): Promise<void> {
  const orders = container.resolve(Modules.ORDER)
  const { display_id, items } = await orders.retrieveOrder(order_id, {
    select: ["id", "display_id"],
    relations: ["items"],
  })
  await releaseReservations(container, items?.map((item) => item.id) ?? [])
  await giveBackPromotions(container, { id, cart_id }, order_id)
  await orders.deleteOrders([order_id])
  const query = container.resolve("query")
  const link = container.resolve("link")
  const collectionIds = await findOrderCollectionIds(query, order_id)
  const promotionIds = await findPromotionIdsOf(query, order_id)
  for (const linked of [
    ...collectionIds.map((payment_collection_id) => ({
      [Modules.PAYMENT]: { payment_collection_id },
    })),
    ...promotionIds.map((promotion_id) => ({
      [Modules.PROMOTION]: { promotion_id },
    })),
  ]) {
    await link.dismiss({ [Modules.ORDER]: { order_id }, ...linked })
  }
  await dismissCartLink(container, cart_id, order_id)
  await noteAndWarn(
    container,
    id,
    {
      type: "order_taken_back",
      source: "decision",
      fact: `order_taken_back:${order_id}`,
      data: { order_id, number: String(display_id) },
    },
    `order ${order_id} was left half-done by a failed completion of cart ${cart_id}; it is deleted`
  )
}

/**
 * Where core deleted the order of a failed completion, but not its link to the cart, every later
 * completion would return the order that is gone. Without the link the cart is open, and completing
 * it asks for price and money. An order that the attempt had is somebody else's to delete.
 */
export async function removeOrphanedLink(
  container: MedusaContainer,
  { id, cart_id, payment_collection_id, order_id: known }: Attempt
): Promise<void> {
  if (!cart_id) return
  const query = container.resolve("query")
  const findGone = async () => {
    const found = await findOrderId(query, { cart_id, payment_collection_id })
    if (!found || found === known) return null
    return (await isOrder(query, found)) ? null : found
  }
  if (!(await findGone()) || !(await isCart(query, cart_id))) return
  await withCoreLock(container, cart_id, async () => {
    const order_id = await findGone()
    if (!order_id) return
    await giveBackPromotions(container, { id, cart_id }, order_id)
    const open: object = { completed_at: null }
    await container.resolve(Modules.CART).updateCarts(cart_id, open)
    await dismissCartLink(container, cart_id, order_id)
  })
}

async function dismissCartLink(
  container: MedusaContainer,
  cart_id: string | null,
  order_id: string
): Promise<void> {
  await container.resolve("link").dismiss({
    [Modules.ORDER]: { order_id },
    [Modules.CART]: { cart_id },
  })
}

type LinkedOrder = {
  order_id: string
  payment_collection_id: string
  /** None where the order itself is gone. */
  order: {
    display_id: number | null
    canceled_at: Date | null
    created_at: Date
  } | null
}

/**
 * Unlinks orphaned orders from the collection of a paid cart, and names them in the timeline: core
 * would not find such an order again, nor link another one, and would book captures and refunds on
 * it. Runs under the attempt's lease; waits for the cart's lock only where there is such an order.
 * @throws when the lock is not free within ten seconds, or a link stays
 */
export async function unlinkOrphanedOrders(
  container: MedusaContainer,
  attempt: Attempt
): Promise<void> {
  if (!attempt.cart_id || !isPaidState(attempt.state)) return
  if ((await findLinked(container, attempt)).length === 0) return
  // The links of a deleted cart are gone with it.
  if (!(await isCart(container.resolve("query"), attempt.cart_id))) return
  await withCoreLock(container, attempt.cart_id, async () => {
    for (const linked of await findLinked(container, attempt)) {
      await unlink(container, attempt, linked)
    }
    const left = await findLinked(container, attempt)
    if (left.length === 0) return
    throw new Error(
      `Orphaned orders of a half-done completion are still linked to the payment of ${attempt.id}: ${left.map(({ order_id }) => order_id).join()}`
    )
  })
}

/** An order that an admin has to cancel. */
async function noteOrphanedOrder(
  container: MedusaContainer,
  { id, cart_id }: Pick<Attempt, "id" | "cart_id">,
  order: { id: string; display_id?: number | null },
  source: "decision" | "reconcile"
): Promise<void> {
  await noteAndWarn(
    container,
    id,
    {
      type: "orphaned_order",
      source,
      fact: `orphaned_order:${order.id}`,
      data: {
        order_id: order.id,
        number: String(order.display_id ?? order.id),
      },
    },
    `order ${order.id} is orphaned by a half-done completion of cart ${cart_id}; cancel it`
  )
}

/** The link goes last: after a crash before that, the next run finds the order again. */
async function unlink(
  container: MedusaContainer,
  attempt: Attempt,
  { order_id: id, payment_collection_id, order }: LinkedOrder
): Promise<void> {
  if (order && !order.canceled_at) {
    await noteOrphanedOrder(container, attempt, { ...order, id }, "decision")
  }
  if (order) {
    await removeOrderTransactions(container, id, {
      reference_id: await findMovementIds(container, payment_collection_id),
    })
  }
  await container.resolve("link").dismiss({
    [Modules.ORDER]: { order_id: id },
    [Modules.PAYMENT]: { payment_collection_id },
  })
}

/**
 * Orders that are linked to the attempt's collections, and to no cart at all, of completions that
 * core did not end. Another one was linked by somebody, and stays.
 */
async function findLinked(container: MedusaContainer, attempt: Attempt) {
  const query = container.resolve("query")
  const collectionIds = await findCollectionIds(query, attempt)
  if (collectionIds.length === 0) return []
  const links = await findOrdersLinkedTo(query, collectionIds)
  if (links.length === 0) return []
  const order_ids = links.map(({ order_id }) => order_id)
  const withCart = new Set(
    await findLinks(query, "order_cart", "order_id", { order_id: order_ids })
  )
  const orphaned: LinkedOrder[] = []
  for (const link of links) {
    const { order_id, order } = link
    if (withCart.has(order_id)) continue
    if (
      !order ||
      (await isOrphaned(container, attempt, { ...order, id: order_id }))
    ) {
      orphaned.push(link)
    }
  }
  return orphaned
}

/** @param isOfCart whether the order is known to be of the attempt's cart */
async function isOrphaned(
  container: MedusaContainer,
  { cart_id }: Pick<Attempt, "cart_id">,
  order: { id: string; created_at: Date | string },
  isOfCart = true
): Promise<boolean> {
  if (!cart_id) return false
  const completions = await findCompletions(container, cart_id, order.id)
  return isOfStoppedCompletion(order, completions, isOfCart)
}

/** The ids by which an order's transactions refer to money of a payment collection. */
async function findMovementIds(
  container: MedusaContainer,
  payment_collection_id: string
): Promise<string[]> {
  const query = container.resolve("query")
  const payments = await findPayments(query, [payment_collection_id])
  return payments
    .flatMap((each) => [each, ...each.captures, ...each.refunds])
    .map(({ id }) => id)
}

/** A customer with more orders than this since the attempt is not a shopper. */
const MAX_CANDIDATES = 50

/**
 * A completion that was killed after it created the order, or that core could not undo, leaves the
 * order without a link to its cart: it reserves stock and looks unpaid. Where the workflow engine
 * names it as created by a completion that failed, it is deleted; where it names only the cart's
 * completion that never ended, or somebody used the order since, only an admin can cancel it.
 * What merely looks alike is somebody else's.
 * @param attempt a settled attempt.
 */
export async function takeBackOrphanedOrders(
  container: MedusaContainer,
  attempt: Attempt
): Promise<void> {
  const { cart_id, order_id, created_at } = attempt
  if (!cart_id || !order_id) return
  const query = container.resolve("query")
  const found = await findAlike(query, order_id, created_at)
  if (found.length === 0) return
  const cart = await readCartAddresses(query, cart_id)
  for (const order of found) {
    const isOfCart = cart !== undefined && hasAddressOf(order, cart)
    if (!(await isOrphaned(container, attempt, order, isOfCart))) continue
    await ((await isUnused(container, cart_id, order))
      ? takeBackOrder(container, attempt, order.id).catch(() =>
          noteOrphanedOrder(container, attempt, order, "reconcile")
        )
      : noteOrphanedOrder(container, attempt, order, "reconcile"))
  }
}

/** Core says that it created the order and failed, and nobody has used it since. */
async function isUnused(
  container: MedusaContainer,
  cart_id: string,
  { id }: ComparedOrder
): Promise<boolean> {
  const query = container.resolve("query")
  const completions = await findCompletions(container, cart_id, id)
  const order = await readPlacement(query, id)
  if (!order || !completions.some(({ created }) => created)) return false
  const booked = await listBookings(container, id)
  const changes = await countChanges(container, id)
  const halfDone = halfDoneOrder(order, [], {
    completed: false,
    used: booked.length > 0,
    touched: isTouched(order, changes, completions),
  })
  return halfDone === "undo"
}

async function findAlike(query: Query, orderId: string, since: Date) {
  const list = (filters: Record<string, unknown>) =>
    findComparedOrders(query, filters, MAX_CANDIDATES)
  const [order] = await list({ id: orderId })
  // Without a customer every guest's order would be a candidate.
  if (!order?.customer_id) return []
  const others = await list({
    customer_id: order.customer_id,
    created_at: { $gte: since },
    id: { $ne: orderId },
  })
  const alike = others.filter((other) => isAlike(other, order))
  if (alike.length === 0) return []
  const filters = { order_id: alike.map(({ id }) => id) }
  const linked = await Promise.all([
    findLinks(query, "order_cart", "order_id", filters),
    findLinks(query, "order_payment_collection", "order_id", filters),
  ])
  return alike.filter(({ id }) => !linked.flat().includes(id))
}

/** Created from the same cart: same total and currency, same items. */
function isAlike(other: ComparedOrder, order: ComparedOrder): boolean {
  return (
    !other.canceled_at &&
    !other.is_draft_order &&
    other.currency_code === order.currency_code &&
    totalOf(other) === totalOf(order) &&
    itemsOf(other) === itemsOf(order)
  )
}

function totalOf({ summary, currency_code }: ComparedOrder): string {
  return toComparableAmount(summary?.original_order_total ?? 0, currency_code)
}

function itemsOf({ items }: ComparedOrder): string {
  return items
    .map(({ variant_id, quantity }) => `${variant_id}:${Number(quantity)}`)
    .sort()
    .join()
}
