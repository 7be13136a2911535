import { cancelOrderWorkflowId } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { isGatewayError } from "../../gateway"
import {
  type Attempt,
  CRYPTO_PAYMENT_MODULE,
  decideUnpaidOrder,
  isPaidState,
  isStandingPayment,
  type MedusaOrder,
  ORDER_FACT_FIELDS,
  PLACING_MS,
  toOrderFacts,
  type UnpaidOrder,
  type UnpaidOrderDecision,
  type UnpaidOrderFacts,
} from "../../modules/crypto-payment"
import {
  describeFailures,
  findCollectionIds,
  findLinks,
  findPayments,
  withCoreLock,
} from "../settle-crypto-payment"
import { inParallel, type Run } from "./run"
import { expireAtGateway } from "./superseded"
import { noteCanceledUnpaid, notePlacedUnpaid } from "./unpaid-order-timeline"

const BATCH_SIZE = 50
const MAX_BATCHES = 20
const MAX_AT_ONCE = 4
const DEQUEUED_SECONDS = 300
const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

type Reading = Parameters<typeof decideUnpaidOrder>[1]

/**
 * Ends the orders that were placed before their payment and were not paid in
 * time: through core, which releases the stock. Each is looked at by one run.
 */
export async function cancelUnpaidOrders(run: Run): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES && !run.isOutOfTime; batch++) {
    const { unpaidOrders } = run.ledger
    const due = await unpaidOrders.dequeue(BATCH_SIZE, DEQUEUED_SECONDS)
    await inParallel(due, MAX_AT_ONCE, async (unpaid) => {
      if (run.isOutOfTime) return
      await checkUnpaidOrder(run, unpaid).catch((error: unknown) =>
        run.fail(
          `the unpaid order of cart ${unpaid.id} could not be checked`,
          error
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
  const query = container.resolve("query")
  const [cartId] = await findLinks(query, "order_cart", "cart_id", {
    order_id: orderId,
  })
  if (!cartId) return
  const { unpaidOrders } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const unpaid = await unpaidOrders.find(cartId)
  const order = unpaid && (await findOrder(container, cartId))
  if (order) await nameUnpaidOrder(container, unpaid, order)
}

async function nameUnpaidOrder(
  container: MedusaContainer,
  unpaid: UnpaidOrder,
  order: Pick<PlacedOrder, "id" | "display_id" | "created_at">
): Promise<UnpaidOrder> {
  if (unpaid.order_id === order.id) return unpaid
  await notePlacedUnpaid(container, unpaid.id, order)
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const provider = ledger.merchants.provider(unpaid.provider_id)
  // Its provider was removed from the configuration: any merchant's time is better than none.
  const { unpaidOrderHours } = provider
    ? ledger.merchants.options(provider.merchantKey)
    : ledger.merchants.all()[0]
  const cancelAt = new Date(
    new Date(order.created_at).getTime() + unpaidOrderHours * HOUR_MS
  )
  const named = await ledger.unpaidOrders.setOrder(
    unpaid.id,
    order.id,
    cancelAt
  )
  return named ?? unpaid
}

async function checkUnpaidOrder(run: Run, unpaid: UnpaidOrder): Promise<void> {
  const { unpaidOrders } = run.ledger
  let reading: Reading = "none"
  let decision = await decide(run, unpaid, reading)
  if (decision.type === "end_attempts") {
    reading = await endAttempts(run, unpaid)
    decision = await decide(run, unpaid, reading)
  }
  if (decision.type === "cancel") {
    // A payment that is being captured has the same lock.
    await withCoreLock(run.container, unpaid.id, async () => {
      decision = await decide(run, unpaid, reading)
      if (decision.type === "cancel" && !(await cancel(run, unpaid))) {
        decision = { type: "wait", ms: DAY_MS }
      }
    })
  }
  switch (decision.type) {
    case "wait":
      return await unpaidOrders.checkAgainIn(unpaid.id, decision.ms)
    case "cancel":
      await noteCanceledUnpaid(run.container, unpaid, true)
      return await unpaidOrders.checkAgainIn(unpaid.id, PLACING_MS)
    case "release_stock":
      await noteCanceledUnpaid(run.container, unpaid, false)
      await releaseStock(run, unpaid.id)
      return await unpaidOrders.delete(unpaid.id)
    case "forget":
      return await unpaidOrders.delete(unpaid.id)
    case "end_attempts":
      return
  }
}

async function decide(
  run: Run,
  unpaid: UnpaidOrder,
  reading: Reading
): Promise<UnpaidOrderDecision> {
  return decideUnpaidOrder(await gatherUnpaidFacts(run, unpaid), reading)
}

async function gatherUnpaidFacts(
  run: Run,
  unpaid: UnpaidOrder
): Promise<UnpaidOrderFacts> {
  const query = run.container.resolve("query")
  const [order, attempts, collectionIds] = await Promise.all([
    findOrder(run.container, unpaid.id),
    run.ledger.listCryptoPayments(
      { cart_id: unpaid.id },
      { select: ["id", "state", "gateway_status"] }
    ),
    findCollectionIds(query, {
      cart_id: unpaid.id,
      payment_collection_id: null,
    }),
  ])
  const payments = await findPayments(query, collectionIds)
  const named = order
    ? await nameUnpaidOrder(run.container, unpaid, order)
    : unpaid
  return {
    now: run.now,
    since: unpaid.created_at,
    order: order ? toOrderFacts(order) : null,
    canceled_at: order?.canceled_at ? new Date(order.canceled_at) : null,
    cancel_at: order ? named.cancel_at : null,
    late_window_days: run.ledger.merchants.lateWindowDays(unpaid.provider_id),
    has_payment: payments.some(isStandingPayment),
    attempts,
  }
}

const PLACED_ORDER_FIELDS = [
  ...["display_id", "created_at", "canceled_at", "items.id"],
  ...ORDER_FACT_FIELDS,
]

type PlacedOrder = MedusaOrder & {
  display_id: number | null
  created_at: Date | string
  canceled_at: Date | string | null
  items?: ({ id: string } | null)[] | null
}

async function findOrder(
  container: MedusaContainer,
  cart_id: string
): Promise<PlacedOrder | undefined> {
  const { data } = await container.resolve("query").graph({
    entity: "order_cart",
    fields: PLACED_ORDER_FIELDS.map((field) => `order.${field}`),
    filters: { cart_id },
  })
  return data[0]?.order ?? undefined
}

/**
 * Reads each payment that is not known to be paid, also a closed one, whose late
 * money no webhook may have reported, and expires what waits for a coin. One
 * that the gateway does not answer about stays as it is.
 */
async function endAttempts(run: Run, unpaid: UnpaidOrder): Promise<Reading> {
  const attempts = await run.ledger.listCryptoPayments({ cart_id: unpaid.id })
  let reading: Reading = "all"
  for (const attempt of attempts) {
    if (isPaidState(attempt.state) || attempt.state === "creating") continue
    const { openForSeconds } = run.breakerOf(attempt.merchant_id)
    if (openForSeconds !== undefined) return "some"
    try {
      await endAttempt(run, attempt)
    } catch (error) {
      if (!isGatewayError(error)) throw error
      await run.recordGatewayError(attempt.merchant_id, error)
      reading = "some"
    }
  }
  return reading
}

async function endAttempt(run: Run, attempt: Attempt): Promise<void> {
  const { attempts } = run.ledger
  const superseded =
    attempt.state === "open" && attempt.superseded_at === null
      ? await attempts.supersede(attempt, "unpaid_order")
      : attempt
  // A session was attached at the same moment: the shopper is paying.
  if (!superseded) return
  await expireAtGateway(run.container, superseded, () => {
    run.summary.calls++
  })
}

/**
 * @returns false where core refuses it: somebody has begun to fulfill the order.
 * @throws any other error of core
 */
async function cancel(run: Run, unpaid: UnpaidOrder): Promise<boolean> {
  const order = await findOrder(run.container, unpaid.id)
  if (!order) return true
  const { errors } = await run.container
    .resolve(Modules.WORKFLOW_ENGINE)
    .run(cancelOrderWorkflowId, {
      input: { order_id: order.id },
      throwOnError: false,
    })
  if (errors.length === 0) return true
  const { detail, retryable } = describeFailures(errors)
  if (retryable) throw new Error(detail)
  run.logger.warn(
    `order ${order.id} was not paid in time, and cannot be canceled automatically: ${detail}`
  )
  return false
}

/** What a second cancellation, which core undid, has reserved again. */
async function releaseStock(run: Run, cartId: string): Promise<void> {
  const { container } = run
  const order = await findOrder(container, cartId)
  const line_item_id = order?.items?.flatMap((item) => item?.id ?? []) ?? []
  if (line_item_id.length === 0) return
  const inventory = container.resolve(Modules.INVENTORY)
  const reserved = await inventory.listReservationItems({ line_item_id })
  if (reserved.length === 0) return
  run.logger.warn(
    `order ${order?.id} is canceled, but stock was reserved for it; it is released`
  )
  const keys = new Set(reserved.map((each) => each.inventory_item_id))
  await container
    .resolve(Modules.LOCKING)
    .execute([...keys], () =>
      inventory.deleteReservationItemsByLineItem(line_item_id)
    )
}
