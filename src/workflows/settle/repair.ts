import type { MedusaContainer, RefundDTO } from "@medusajs/framework/types"
import { MathBN, Modules } from "@medusajs/framework/utils"
import { readCartAddresses } from "../../medusa/carts"
import { findMedusaPayment, findPayments } from "../../medusa/collections"
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
  ComparedOrder,
  OrderChange,
  type OrderModule,
  listBookings,
  countChanges,
} from "../../medusa/orders"
import { findPromotionIdsOf } from "../../medusa/promotions"
import type { Query } from "../../medusa/query"
import type { TimelineEntry } from "../../modules/crypto-payment/attempts/rows"
import { isPaidState } from "../../modules/crypto-payment/attempts/states"
import type {
  Attempt,
  Refund,
} from "../../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../../modules/crypto-payment/module-key"
import {
  isOrphanedRefund,
  readRefundNote,
} from "../../modules/crypto-payment/refunds/limits"
import {
  hasAddressOf,
  isOfStoppedCompletion,
  isTouched,
} from "../../modules/crypto-payment/settling/completions"
import { unfinishedOrder } from "../../modules/crypto-payment/settling/facts"
import { toComparableAmount } from "../../modules/crypto-payment/settling/money"
import { withCoreLock } from "./locks"
import { giveBackPromotions } from "./promotions"

/**
 * Takes away what a killed process left, before all facts about an attempt are read: refunds that
 * nobody sent, and orders and links of a completion that ended half-way.
 */
export async function repair(
  container: MedusaContainer,
  attempt: Attempt
): Promise<void> {
  await removeOrphanedRefunds(container, attempt)
  await unlinkGoneOrder(container, attempt)
  await detachLeftoverOrders(container, attempt)
  if (attempt.state === "settled") {
    await removeUnlinkedOrders(container, attempt)
  }
}

/**
 * Core writes a refund before it calls the provider, and deletes it when the provider refuses. A
 * crash in between leaves one that was never sent, and the payment would count as refunded. Runs
 * under the attempt's lease, so that no recorded refund is being booked meanwhile.
 */
export async function removeOrphanedRefunds(
  container: MedusaContainer,
  attempt: Attempt
): Promise<void> {
  const payment = await findMedusaPayment(container, attempt)
  if (!payment || payment.refundIds.length === 0) return
  const payments = container.resolve(Modules.PAYMENT)
  // Read before the records: a refund booked in between has its record then.
  const refunds = await payments.listRefunds({ payment_id: payment.id })
  const records = await container
    .resolve(CRYPTO_PAYMENT_MODULE)
    .listCryptoPaymentRefunds({ crypto_payment_id: attempt.id })
  await restoreLostRefunds(container, attempt, refunds, records)
  const orphaned = refunds.filter((refund) => isOrphanedRefund(refund, records))
  if (orphaned.length === 0) return
  const { currency_code, payment_collection_id } =
    await payments.retrievePayment(payment.id)
  for (const refund of orphaned) {
    const amount = toComparableAmount(refund.amount, currency_code)
    await noteAndWarn(
      container,
      attempt.id,
      {
        type: "refund_removed",
        source: "decision",
        fact: `refund_removed:${refund.id}`,
        data: { refund_id: refund.id, amount, currency_code },
      },
      `Medusa has refund ${refund.id} of ${amount} ${currency_code.toUpperCase()}, which was never sent; it is deleted`
    )
  }
  const ids = orphaned.map(({ id }) => id)
  // Deleted last: after a crash before that, the next run finds them again.
  await sumRefunds(container, payment_collection_id, ids)
  await payments.deleteRefunds(ids)
}

/** Of a lost ledger: what Medusa has of a refund says that the money was sent back. */
async function restoreLostRefunds(
  container: MedusaContainer,
  attempt: Attempt,
  refunds: readonly RefundDTO[],
  records: readonly Pick<Refund, "id" | "refund_id">[]
): Promise<void> {
  const { currency_code } = attempt
  if (currency_code === null) return
  const isRecorded = (refund_id: string, id: string) =>
    records.some((each) => each.id === id || each.refund_id === refund_id)
  const lost = refunds.flatMap((refund) => {
    const record = readRefundNote(refund.note)
    if (!record || isRecorded(refund.id, record.id)) return []
    const amount = toComparableAmount(refund.amount, currency_code)
    const created_by = refund.created_by ?? null
    const refund_id = refund.id
    return [{ ...record, amount, currency_code, created_by, refund_id }]
  })
  if (lost.length === 0) return
  await container.resolve(CRYPTO_PAYMENT_MODULE).refunds.restore(attempt, lost)
}

/** Core's cancellation of an order books a refund, by the payment's id, that the provider refused. */
export async function removeOrphanedTransactions(
  container: MedusaContainer,
  orderId: string,
  paymentId: string
): Promise<void> {
  await removeOrderTransactions(container, orderId, {
    reference: "refund",
    reference_id: [paymentId],
  })
}

/** Says in the timeline what is left to do: Medusa's own refund cannot send coins back. */
export async function noteCanceledOrder(
  container: MedusaContainer,
  paid: { id: string; order_id: string; payment_id: string }
): Promise<void> {
  const { id, order_id, payment_id } = paid
  await removeOrphanedTransactions(container, order_id, payment_id)
  await container.resolve(CRYPTO_PAYMENT_MODULE).timeline.append(id, {
    type: "order_canceled",
    source: "order",
    fact: `order_canceled:${order_id}`,
    data: {
      order_id,
      advice:
        "Canceling sends no coins back; refund them at the crypto payment.",
    },
  })
}

/**
 * Deletes an order's transactions of money that never moved for it; `reference_id` has ids of
 * captures, refunds or payments. A deleted transaction is subtracted from the sums of its own
 * version only, so it is moved to the current one first. Core subtracts what it listed before it
 * deleted, without a lock: two at once would subtract the same transaction twice.
 * @throws when the order's lock is not free within ten seconds
 */
async function removeOrderTransactions(
  container: MedusaContainer,
  orderId: string,
  named: { reference_id: string[]; reference?: string }
): Promise<void> {
  if (named.reference_id.length === 0) return
  const orders = container.resolve<OrderModule>(Modules.ORDER)
  const list = () =>
    orders.listOrderTransactions({ order_id: orderId, ...named })
  if ((await list()).length === 0) return
  await withCoreLock(container, orderId, async () => {
    const ids = (await list()).map(({ id }) => id)
    if (ids.length === 0) return
    const { version } = await orders.retrieveOrder(orderId, {
      select: ["id", "version"],
    })
    await orders.updateOrderTransactions(ids.map((id) => ({ id, version })))
    await orders.deleteOrderTransactions(ids)
  })
}

/** Core sums a collection's refunds when it books, and counts all that exist. */
export async function sumRefunds(
  container: MedusaContainer,
  collectionId: string,
  orphanedIds: readonly string[] = []
): Promise<void> {
  const payments = container.resolve(Modules.PAYMENT)
  const collection = await payments.retrievePaymentCollection(collectionId, {
    relations: ["payments.refunds"],
  })
  const amounts = (collection.payments ?? [])
    .flatMap(({ refunds }) => refunds ?? [])
    .filter(({ id }) => !orphanedIds.includes(id))
    .map(({ amount }) => amount)
  const refunded: object = { refunded_amount: MathBN.sum(...amounts) }
  await payments.updatePaymentCollections(collectionId, refunded)
}

/** Longer than core needs for a credit line. */
const LEFT_AFTER_MS = 60_000

/**
 * Ends a change that a killed run left of a credit line: core begins it where it cancels an order
 * or refunds it, and confirms it at once. Until it has ended, core refuses both.
 * @returns a change that stands: somebody's edit, or a credit line that another run has just begun
 */
export async function endLeftChange(
  container: MedusaContainer,
  order_id: string
): Promise<OrderChange | undefined> {
  const orders = container.resolve<OrderModule>(Modules.ORDER)
  const now = await container.resolve(CRYPTO_PAYMENT_MODULE).now()
  const status = ["pending", "requested"]
  for (const change of await orders.listOrderChanges({ order_id, status })) {
    const age = now.getTime() - new Date(change.created_at).getTime()
    if (change.change_type !== "credit_line" || age < LEFT_AFTER_MS) {
      return change
    }
    await orders.cancelOrderChange(change.id)
  }
  return undefined
}

/** In the timeline, once, and then in the log. */
export async function noteAndWarn(
  container: MedusaContainer,
  id: string,
  entry: TimelineEntry,
  warning: string
): Promise<void> {
  const { timeline } = container.resolve(CRYPTO_PAYMENT_MODULE)
  if (!(await timeline.append(id, entry))) return
  container.resolve("logger").warn(`crypto payment ${id}: ${warning}`)
}

/**
 * The order of a completion that core could not undo has no stock, and no event that it was placed;
 * every later completion of the cart would return it. So it is deleted as core does it, and its
 * link to the cart last (see `unlinkGoneOrder`). By who has the cart's lock, where the order is
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
    `order ${order_id} is left over from a failed completion of cart ${cart_id}; it is deleted`
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

/**
 * Where core deleted the order of a failed completion, but not its link to the cart, every later
 * completion would return the order that is gone. Without the link the cart is open, and completing
 * it asks for price and money. An order that the attempt had is somebody else's to delete.
 */
async function unlinkGoneOrder(
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

type Leftover = {
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
 * Detaches the orders that an interrupted completion left linked to the collection of a paid cart,
 * and names them in the timeline: core would not find such an order again, nor link another one, and
 * would book captures and refunds on it. Runs under the attempt's lease; waits for the cart's lock
 * only where there is such an order.
 * @throws when the lock is not free within ten seconds, or a link stays
 */
export async function detachLeftoverOrders(
  container: MedusaContainer,
  attempt: Attempt
): Promise<void> {
  if (!attempt.cart_id || !isPaidState(attempt.state)) return
  if ((await findLeftovers(container, attempt)).length === 0) return
  // The links of a deleted cart are gone with it.
  if (!(await isCart(container.resolve("query"), attempt.cart_id))) return
  await withCoreLock(container, attempt.cart_id, async () => {
    for (const leftover of await findLeftovers(container, attempt)) {
      await detach(container, attempt, leftover)
    }
    const left = await findLeftovers(container, attempt)
    if (left.length === 0) return
    throw new Error(
      `Orders left over from an interrupted completion are still linked to the payment of ${attempt.id}: ${left.map(({ order_id }) => order_id).join()}`
    )
  })
}

/** An order that an admin has to cancel. */
async function noteLeftoverOrder(
  container: MedusaContainer,
  { id, cart_id }: Pick<Attempt, "id" | "cart_id">,
  order: { id: string; display_id?: number | null },
  source: "decision" | "reconcile"
): Promise<void> {
  await noteAndWarn(
    container,
    id,
    {
      type: "leftover_order",
      source,
      fact: `leftover_order:${order.id}`,
      data: {
        order_id: order.id,
        number: String(order.display_id ?? order.id),
      },
    },
    `order ${order.id} is left over from an interrupted completion of cart ${cart_id}; cancel it`
  )
}

/** The link goes last: after a crash before that, the next run finds the order again. */
async function detach(
  container: MedusaContainer,
  attempt: Attempt,
  { order_id: id, payment_collection_id, order }: Leftover
): Promise<void> {
  if (order && !order.canceled_at) {
    await noteLeftoverOrder(container, attempt, { ...order, id }, "decision")
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
async function findLeftovers(container: MedusaContainer, attempt: Attempt) {
  const query = container.resolve("query")
  const collectionIds = await findCollectionIds(query, attempt)
  if (collectionIds.length === 0) return []
  const links = await findOrdersLinkedTo(query, collectionIds)
  if (links.length === 0) return []
  const order_ids = links.map(({ order_id }) => order_id)
  const withCart = new Set(
    await findLinks(query, "order_cart", "order_id", { order_id: order_ids })
  )
  const leftovers: Leftover[] = []
  for (const link of links) {
    const { order_id, order } = link
    if (withCart.has(order_id)) continue
    if (
      !order ||
      (await isLeft(container, attempt, { ...order, id: order_id }))
    ) {
      leftovers.push(link)
    }
  }
  return leftovers
}

/** @param isOfCart whether the order is known to be of the attempt's cart */
async function isLeft(
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
 * A completion that was killed after it created the order, or whose undoing failed, leaves that
 * order without a link to its cart: it reserves stock and looks unpaid. Where the workflow engine
 * names it as created by a completion that failed, it is deleted; where it names only the cart's
 * completion that never ended, or somebody used the order since, only an admin can cancel it.
 * What merely looks alike is somebody else's.
 * @param attempt a settled attempt.
 */
async function removeUnlinkedOrders(
  container: MedusaContainer,
  attempt: Attempt
): Promise<void> {
  const { cart_id, order_id, created_at } = attempt
  if (!cart_id || !order_id) return
  const query = container.resolve("query")
  const found = await findUnlinked(query, order_id, created_at)
  if (found.length === 0) return
  const cart = await readCartAddresses(query, cart_id)
  for (const leftover of found) {
    const isOfCart = cart !== undefined && hasAddressOf(leftover, cart)
    if (!(await isLeft(container, attempt, leftover, isOfCart))) continue
    await ((await isUnused(container, cart_id, leftover))
      ? takeBackOrder(container, attempt, leftover.id).catch(() =>
          noteLeftoverOrder(container, attempt, leftover, "reconcile")
        )
      : noteLeftoverOrder(container, attempt, leftover, "reconcile"))
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
  const left = unfinishedOrder(order, [], {
    completed: false,
    used: booked.length > 0,
    touched: isTouched(order, changes, completions),
  })
  return left === "undo"
}

async function findUnlinked(query: Query, orderId: string, since: Date) {
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
