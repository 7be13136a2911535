import type { MedusaContainer } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import { cancelOrderWorkflowId } from "@medusajs/medusa/core-flows"
import { isGatewayError } from "../../gateway"
import { findPayments, findSessionsIn } from "../../medusa/collections"
import {
  findAttemptOrderId,
  findCollectionIds,
  findLinks,
  findOrderCollectionIds,
  rankOrders,
  isCart,
} from "../../medusa/links"
import {
  findPlacedOrders,
  orderFacts,
  type PlacedOrder,
  readPlacedOrder,
} from "../../medusa/orders"
import { isPaidState } from "../../modules/crypto-payment/attempts/states"
import type { Attempt } from "../../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../../modules/crypto-payment/module-key"
import {
  isCanceledUnpaid,
  isStandingPayment,
} from "../../modules/crypto-payment/settling/due"
import { bookedTotal } from "../../modules/crypto-payment/settling/facts"
import {
  DAY_MS,
  HOUR_MS,
  isUnreachableForGood,
  MINUTE_MS,
} from "../../modules/crypto-payment/settling/schedule"
import {
  decideUnpaidOrder,
  type UnpaidOrderDecision,
} from "../../modules/crypto-payment/unpaid-orders/unpaid-order"
import type { UnpaidOrder } from "../../modules/crypto-payment/unpaid-orders/unpaid-orders"
import { deliverEvents } from "../deliver-crypto-payment-events"
import { describeFailures } from "../medusa/blocker"
import { runWorkflow } from "../medusa/run-workflow"
import { expireAtGateway } from "./check-attempt"
import { inParallel, type Run } from "./run"
import { withCoreLock } from "../settle/locks"
import { noteAndWarn } from "../settle/order-notes"
import { endHalfDoneChange } from "../settle/repair"
import {
  releaseReservations,
  findMiscounted,
  type Miscounted,
} from "../settle/reservations"

const BATCH_SIZE = 50
const MAX_BATCHES = 20
const MAX_AT_ONCE = 4
const DEQUEUED_SECONDS = 300

type PlacedOrderOfCart = PlacedOrder & {
  cart?: { completed_at: Date | string | null } | null
}

type Reading = Parameters<typeof decideUnpaidOrder>[1]

/** Ends orders that were placed before their payment and not paid in time, through core. */
export async function cancelUnpaidOrders(run: Run): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES && !run.isOutOfTime; batch++) {
    const { unpaidOrders } = run.ledger
    const due = await unpaidOrders.dequeue(BATCH_SIZE, DEQUEUED_SECONDS)
    await inParallel(due, MAX_AT_ONCE, async (unpaid) => {
      if (run.isOutOfTime) return
      const what = `the unpaid order of cart ${unpaid.id}`
      await run.within(what, () =>
        checkUnpaidOrder(run, unpaid).catch((error: unknown) =>
          run.fail(`${what} could not be checked`, error)
        )
      )
    })
    if (due.length < BATCH_SIZE) return
  }
}

/** Writes down until when an order that was just placed can be paid, where it is unpaid. */
export async function followPlacedOrder(
  container: MedusaContainer,
  orderId: string
): Promise<void> {
  const { unpaidOrders } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const query = container.resolve("query")
  const [cartId] = await findLinks(query, "order_cart", "cart_id", {
    order_id: orderId,
  })
  if (!cartId) return
  const unpaid = await unpaidOrders.find(cartId)
  const order = unpaid && (await findPlacedOrder(container, unpaid))
  if (order) await nameUnpaidOrder(container, unpaid, order)
}

async function nameUnpaidOrder(
  container: MedusaContainer,
  unpaid: UnpaidOrder,
  order: PlacedOrderOfCart
): Promise<UnpaidOrder> {
  // Core undoes a cancellation that fails later, also one that was followed already.
  const isCanceled = order.status === "canceled"
  const isKnown = unpaid.order_id === order.id
  if (isKnown && (unpaid.cancel_at || isCanceled)) return unpaid
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const { unpaidOrderHours } = ledger.merchants.optionsFor(unpaid.provider_id)
  const cancelAt = new Date(
    new Date(order.created_at).getTime() + unpaidOrderHours * HOUR_MS
  )
  // Once it is paid, another order may be placed in its place: nobody is notified of it.
  if (isHalfDone(order)) return { ...unpaid, cancel_at: cancelAt }
  const named = await ledger.unpaidOrders.setOrder(
    unpaid.id,
    { id: order.id, display_id: order.display_id, is_canceled: isCanceled },
    cancelAt
  )
  if (!named) return unpaid
  if (named.event) await deliverEvents(container, [named.event])
  return named.unpaid
}

/** Core was killed in its completion of the cart, or is about to end it. */
function isHalfDone({ cart }: PlacedOrderOfCart): boolean {
  return Boolean(cart && !cart.completed_at)
}

async function checkUnpaidOrder(run: Run, unpaid: UnpaidOrder): Promise<void> {
  const { unpaidOrders } = run.ledger
  let reading: Reading = "none"
  let decision = await decideCancellation(run, unpaid, reading)
  if (decision.type === "end_attempts") {
    reading = await endAttempts(run, unpaid)
    decision = await decideCancellation(run, unpaid, reading)
  }
  if (decision.type === "cancel") {
    // A payment that is being captured has the same lock.
    await withCoreLock(run.container, unpaid.id, async () => {
      decision = await decideCancellation(run, unpaid, reading)
      if (decision.type !== "cancel") return
      const ms = await cancelUnpaidOrder(run, unpaid)
      if (ms) decision = { type: "wait", ms }
    })
  }
  switch (decision.type) {
    case "wait":
      return await unpaidOrders.checkAgainIn(unpaid.id, decision.ms)
    case "cancel":
    case "end":
      await noteCanceledUnpaid(
        run.container,
        unpaid,
        decision.type === "cancel"
      )
      return await unpaidOrders.end(unpaid.id)
    case "release_stock":
      await releaseStock(run, unpaid)
      return await unpaidOrders.delete(unpaid.id)
    case "forget":
      return await unpaidOrders.delete(unpaid.id)
    case "end_attempts":
      return
  }
}

async function decideCancellation(
  run: Run,
  unpaid: UnpaidOrder,
  reading: Reading
): Promise<UnpaidOrderDecision> {
  const query = run.container.resolve("query")
  const [order, collectionIds] = await Promise.all([
    findPlacedOrder(run.container, unpaid),
    findCollections(run, unpaid),
  ])
  const [attempts, payments, awaits_payment] = await Promise.all([
    findAttempts(run, unpaid, collectionIds.all),
    findPayments(query, collectionIds.all),
    isAwaited(run, collectionIds),
  ])
  const named = order
    ? await nameUnpaidOrder(run.container, unpaid, order)
    : unpaid
  const facts = {
    now: run.now,
    since: unpaid.created_at,
    order: order ? await orderFacts(query, order) : null,
    cancel_at: order ? named.cancel_at : null,
    half_done: order !== undefined && isHalfDone(order),
    has_payment:
      payments.some(isStandingPayment) ||
      MathBN.gt(bookedTotal(order?.transactions ?? []), 0),
    awaits_payment,
    attempts,
  }
  return decideUnpaidOrder(facts, reading)
}

/** Statuses of sessions whose provider has not decided. */
const AWAITED_STATUSES = ["pending", "pending_authorization", "requires_more"]

/**
 * Whether another provider has a payment to decide about;
 * a pending one of the cart was only chosen.
 */
async function isAwaited(
  { container, ledger }: Run,
  { all, ofCart }: { all: string[]; ofCart: string[] }
): Promise<boolean> {
  if (all.length === 0) return false
  const query = container.resolve("query")
  const sessions = await findSessionsIn(query, all, AWAITED_STATUSES)
  return sessions.some(
    (session) =>
      !ledger.merchants.provider(session.provider_id) &&
      (session.status !== "pending" ||
        !ofCart.includes(session.payment_collection_id))
  )
}

/**
 * The order of a cart, while core has it; where the cart is deleted with its links, the one noted.
 */
async function findPlacedOrder(
  container: MedusaContainer,
  { id: cart_id, order_id }: Pick<UnpaidOrder, "id" | "order_id">
): Promise<PlacedOrderOfCart | undefined> {
  const query = container.resolve("query")
  const links = await findPlacedOrders(query, cart_id)
  const orders = links.flatMap((link) => link.order ?? [])
  const [first] = rankOrders(
    orders.map(({ id }) => id),
    [],
    orders
  )
  // Of two completions at once, each may have linked one.
  const link =
    links.find((each) => each.order?.id === order_id) ??
    links.find((each) => each.order?.id === first) ??
    links[0]
  if (link?.order) return { ...link.order, cart: link.cart }
  if (link || !order_id || (await isCart(query, cart_id))) return undefined
  return await readPlacedOrder(query, order_id)
}

/** The collections of the cart, and those with all of its order's. */
async function findCollections(
  { container }: Run,
  { id: cart_id, order_id }: UnpaidOrder
) {
  const query = container.resolve("query")
  const subject = { cart_id, order_id, payment_collection_id: null }
  const [ofCart, orderId] = await Promise.all([
    findCollectionIds(query, subject),
    findAttemptOrderId(container, subject),
  ])
  const ofOrder = orderId ? await findOrderCollectionIds(query, orderId) : []
  return { ofCart, all: [...new Set([...ofCart, ...ofOrder])] }
}

/** The payments by which the order may be paid. */
async function findAttempts(
  { ledger }: Run,
  { id: cart_id }: UnpaidOrder,
  payment_collection_id: string[]
): Promise<Attempt[]> {
  return await ledger.listCryptoPayments({
    $or: [{ cart_id }, { payment_collection_id }],
  })
}

/**
 * Reads each payment that is not known to be paid, also a closed one, which may have late money,
 * and expires what waits for a coin.
 */
async function endAttempts(
  run: Run,
  unpaid: UnpaidOrder
): Promise<"some" | "all"> {
  const { all } = await findCollections(run, unpaid)
  const attempts = await findAttempts(run, unpaid, all)
  let reading: "some" | "all" = "all"
  for (const attempt of attempts) {
    if (isPaidState(attempt.state) || attempt.state === "creating") continue
    if (run.merchantKeyOf(attempt) === undefined) {
      // Another merchant's gateway does not know it, which says nothing. In the end it is given up.
      if (!isUnreachableForGood(attempt, run.now)) reading = "some"
      continue
    }
    const { openForSeconds } = run.breakerOf(attempt.merchant_id)
    if (openForSeconds !== undefined) return "some"
    try {
      const superseded =
        attempt.state === "open" && attempt.superseded_at === null
          ? await run.ledger.attempts.supersede(attempt, "order")
          : attempt
      // It changed at the same moment: the shopper is paying, or it ended and may be paid late.
      if (!superseded) {
        reading = "some"
        continue
      }
      await expireAtGateway(run.container, superseded, run.summary)
    } catch (error) {
      if (!isGatewayError(error)) throw error
      await run.recordGatewayError(attempt.merchant_id, error)
      // What it does not know cannot be paid there.
      if (error.kind !== "not_found") reading = "some"
    }
  }
  return reading
}

/** @returns null once it is canceled, or when to try again: somebody works on it, or fulfills it */
async function cancelUnpaidOrder(
  { container, logger }: Run,
  unpaid: UnpaidOrder
): Promise<number | null> {
  const order = await findPlacedOrder(container, unpaid)
  if (!order) return null
  // Of two cancellations at once that fail, core reserves twice (`inventory-module.js`, line 342,
  // 2.21.2): a credit line that was begun a moment ago is somebody's cancellation, or refund.
  const begun = await endHalfDoneChange(container, order.id)
  if (begun?.change_type === "credit_line") return MINUTE_MS
  const errors = await runWorkflow(container, cancelOrderWorkflowId, {
    order_id: order.id,
  })
  if (errors.length === 0) return null
  // Somebody else may have canceled it at the same moment, or be about to.
  const now = await findPlacedOrder(container, unpaid)
  if (now?.status === "canceled") return null
  const standing = await endHalfDoneChange(container, order.id)
  if (standing?.change_type === "credit_line") return MINUTE_MS
  const { detail, retryable } = describeFailures(errors)
  if (retryable) throw new Error(detail)
  logger.warn(
    `order ${order.id} was not paid in time, and cannot be canceled automatically: ${detail}`
  )
  return DAY_MS
}

/**
 * Of two that cancel an order at once, core undoes the later one, and so reserves the stock again.
 */
async function releaseStock(
  { container, logger }: Run,
  unpaid: UnpaidOrder
): Promise<void> {
  const order = await findPlacedOrder(container, unpaid)
  if (!order) return
  const line_item_id = order.items.map((item) => item.id)
  if (await releaseReservations(container, line_item_id)) {
    logger.warn(
      `order ${order.id} is canceled, but stock was reserved for it; it is released`
    )
  }
  for (const counted of await findMiscounted(container, line_item_id)) {
    await noteMiscounted(container, order, unpaid.id, counted)
  }
}

/**
 * Core's count of an item differs from what is reserved of it: nobody but a person can correct it.
 */
async function noteMiscounted(
  container: MedusaContainer,
  { id: order_id, display_id }: PlacedOrder,
  cart_id: string,
  { inventory_item_id, ...counted }: Miscounted
): Promise<void> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const attempts = await ledger.listCryptoPayments(
    { cart_id },
    { select: ["id"] }
  )
  for (const { id } of attempts) {
    await noteAndWarn(
      container,
      id,
      {
        type: "stock_miscounted",
        source: "reconcile",
        fact: `stock_miscounted:${order_id}:${inventory_item_id}`,
        data: {
          order_id,
          inventory_item_id,
          number: String(display_id ?? order_id),
          ...counted,
        },
      },
      `since order ${order_id} was canceled, Medusa counts ${counted.counted} of inventory item ${inventory_item_id} as reserved, and ${counted.reserved} are`
    )
  }
}

/**
 * @param byJob false where it is found canceled: the job may have been killed right after it did.
 */
async function noteCanceledUnpaid(
  container: MedusaContainer,
  unpaid: UnpaidOrder,
  byJob: boolean
): Promise<void> {
  const { id: cart_id, cancel_at } = unpaid
  const order = await findPlacedOrder(container, unpaid)
  if (!order) return
  const { canceled_at, payment_collections: collections } = order
  const ended = {
    canceled: order.status === "canceled",
    canceled_at,
    cancel_at,
  }
  if (!byJob && !isCanceledUnpaid(ended, collections)) return
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const attempts = await ledger.listCryptoPayments(
    { cart_id },
    { select: ["id"] }
  )
  for (const { id } of attempts) {
    await ledger.timeline.append(id, {
      type: "canceled_unpaid",
      source: "reconcile",
      fact: `canceled_unpaid:${order.id}`,
      data: {
        order_id: order.id,
        ...(order.display_id && { number: String(order.display_id) }),
      },
    })
  }
}
