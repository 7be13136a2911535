import type { RemoteQueryFunction } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { followCanceledOrder } from "../follow-canceled-order"
import type { Run } from "./run"

const minuteMs = 60_000
const everySeconds = 15 * 60
const pageSize = 100

/** How far the first pass goes back. */
const firstPassMs = 7 * 24 * 60 * minuteMs

/** Core sets `canceled_at` before it writes the refund that is to be removed. */
const overlapMs = 15 * minuteMs

/**
 * Does for the orders that were canceled lately what the subscriber does on
 * `order.canceled`: its event may be lost, or its process may have died.
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
  await run.ledger.tasks.complete(task.id, everySeconds)
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
