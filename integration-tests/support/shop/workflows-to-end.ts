import { setTimeout as sleep } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

const LIMIT_MS = 60_000
const GIVEN_UP_AFTER_SECONDS = 5

type Execution = {
  run_id: string
  workflow_id: string
  state: string
  is_quiet: boolean
}

/**
 * Resolves when no workflow is running any more; rejects after a minute.
 *
 * Core's in-memory engine gives up a completion for good whose parallel steps
 * end while its failure is being saved (three tries, 0.4 s in all: a slow disk
 * is enough). Nothing undoes it then, and the cart's lock stays until its two
 * minutes are over; both are ended here as time ends them.
 * @returns whether core gave one up: its order stays, and belongs to the cart.
 */
export async function workflowsToEnd(
  container: MedusaContainer
): Promise<boolean> {
  const deadline = Date.now() + LIMIT_MS
  for (;;) {
    const unfinished = await findUnfinished(container)
    if (unfinished.length === 0) return false
    if (
      unfinished.every((each) => each.is_quiet && isWaitingToCompensate(each))
    ) {
      await endGivenUp(container, unfinished)
      return true
    }
    if (Date.now() > deadline) {
      const names = unfinished.map(
        (each) => `${each.workflow_id} ${each.state}`
      )
      throw new Error(`Workflows do not end: ${names.join(", ")}`)
    }
    await sleep(50)
  }
}

/** Ends completions that core gave up, however lately; nothing else may run. */
export async function endGivenUpCompletions(
  container: MedusaContainer
): Promise<void> {
  const unfinished = await findUnfinished(container)
  await endGivenUp(container, unfinished.filter(isWaitingToCompensate))
}

async function findUnfinished(container: MedusaContainer) {
  const db = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await db.raw<{ rows: Execution[] }>(
    `SELECT run_id, workflow_id, state,
            updated_at < now() - ? * interval '1 second' AS is_quiet
       FROM workflow_execution
      WHERE deleted_at IS NULL
        AND state NOT IN ('not_started', 'done', 'reverted', 'failed')`,
    [GIVEN_UP_AFTER_SECONDS]
  )
  return rows
}

function isWaitingToCompensate({ workflow_id, state }: Execution): boolean {
  return workflow_id === "complete-cart" && state === "waiting_to_compensate"
}

async function endGivenUp(
  container: MedusaContainer,
  executions: readonly Execution[]
): Promise<void> {
  if (executions.length === 0) return
  const db = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const ids = executions.map(({ run_id }) => run_id)
  await db("workflow_execution")
    .whereIn("run_id", ids)
    .update({ state: "failed" })
  await container.resolve(Modules.LOCKING).releaseAll()
}
