import type {
  IOrderModuleService,
  RemoteQueryFunction,
} from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

import { removePhantomRefunds } from "../by-hand/remove-phantom-refunds"
import { followCanceledOrder } from "../follow-canceled-order"
import type { Run } from "./run"

const minuteMs = 60_000
const everySeconds = 15 * 60
const pageSize = 100

/** How far the first pass goes back. */
const firstPassMs = 7 * 24 * 60 * minuteMs

/** A cancellation that was under way in the last pass ends within this time. */
const overlapMs = 15 * minuteMs

/**
 * Does for the orders that were canceled lately what the subscriber does on
 * `order.canceled`: its event may be lost, or its process may have died. Core
 * writes the refund before it cancels the order, so a cancellation that was
 * killed in between is found by the refund.
 */
export async function followCanceledOrders(run: Run): Promise<void> {
  if (run.isOutOfTime) return
  const task = await run.ledger.tasks.begin("canceled-orders")
  if (!task) return
  const since = task.completed_at
    ? task.completed_at.getTime() - overlapMs
    : run.now.getTime() - firstPassMs
  let { position } = task
  for (;;) {
    const ids = await canceledSince(run, new Date(since), position)
    for (const id of ids) {
      if (run.isOutOfTime) {
        return await run.ledger.tasks.pause(task.id, position, 0)
      }
      await follow(run, id)
      position++
    }
    if (ids.length < pageSize) break
  }
  await removeOrphanedRefunds(run, new Date(since))
  await run.ledger.tasks.complete(task.id, everySeconds)
}

/** Refunds among the transactions of orders that name a payment of ours, see `removePhantomRefunds`. */
async function removeOrphanedRefunds(run: Run, since: Date): Promise<void> {
  const transactions = await run.container
    .resolve<IOrderModuleService>(Modules.ORDER)
    .listOrderTransactions(
      { reference: "refund", created_at: { $gte: since } } as object,
      { select: ["id", "order_id", "reference_id"] }
    )
  if (transactions.length === 0) return
  const attempts = await run.ledger.listCryptoPayments(
    { payment_id: transactions.map(({ reference_id }) => reference_id) },
    { select: ["payment_id"] }
  )
  const ours = new Set(attempts.map(({ payment_id }) => payment_id))
  for (const { order_id, reference_id } of transactions) {
    if (!ours.has(reference_id)) continue
    await removePhantomRefunds(run.container, order_id, reference_id)
  }
}

async function follow(run: Run, orderId: string): Promise<void> {
  try {
    await followCanceledOrder(run.container, orderId)
  } catch (error) {
    run.summary.failed++
    run.logger.error(
      `crypto payments of the canceled order ${orderId} could not be updated: ${String(error)}`
    )
  }
}

async function canceledSince(
  run: Run,
  since: Date,
  skip: number
): Promise<string[]> {
  const query = run.container.resolve<RemoteQueryFunction>(
    ContainerRegistrationKeys.QUERY
  )
  const { data } = await query.graph({
    entity: "order",
    fields: ["id"],
    filters: { canceled_at: { $gte: since } },
    pagination: { take: pageSize, skip, order: { canceled_at: "ASC" } },
  })
  return data.map(({ id }) => id)
}
