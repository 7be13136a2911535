import {
  type Attempt,
  type AttemptState,
  isMoneySeen,
} from "../../modules/crypto-payment"
import { findSuperseded } from "./find-superseded"
import { inParallel } from "./in-parallel"
import { lookAt } from "./look-at"
import type { Run } from "./run"

const batchSize = 50
const maxBatches = 20
const maxAtOnce = 4

/** Orders to be tried again, before any gateway is asked; the rest comes after. */
const maxRetriesFirst = 50

/** How long a taken attempt is kept from other reconcilers. */
const holdSeconds = 120

/** Attempts whose provider is not configured wait for someone to mend that. */
const unknownProviderSeconds = 60 * 60

/**
 * What needs no gateway, before one is asked: a slow gateway with many payments
 * to poll must not keep paid attempts that a crash left from their orders.
 */
export async function settleDueFirst(run: Run): Promise<void> {
  await lookAtDue(run, ["paid"])
  await lookAtDue(run, ["attention"], maxRetriesFirst / batchSize)
}

/**
 * Deals with the due attempts one by one, in the order of the due queue. What
 * it has no time left for comes back when its hold has run out.
 *
 * @param only of these states. @default all
 */
export async function lookAtDue(
  run: Run,
  only?: readonly AttemptState[],
  batches = maxBatches
): Promise<void> {
  for (let batch = 0; batch < batches && !run.isOutOfTime; batch++) {
    const due = await run.ledger.turns.takeDue(batchSize, holdSeconds, only)
    const ready = await putOffUnreachable(run, due)
    const superseded = await findSuperseded(run, ready)
    await inParallel(ready, maxAtOnce, async (attempt) => {
      if (run.isOutOfTime) return
      const { openForSeconds } = run.breakerOf(attempt.merchant_id)
      if (openForSeconds !== undefined && needsGateway(attempt)) {
        return await run.ledger.watch.postpone([attempt], openForSeconds)
      }
      run.summary.looked_at++
      run.summary.single++
      await lookAt(run, attempt, superseded.has(attempt.id))
    })
    if (due.length < batchSize) return
  }
}

/** Money that was seen is settled without the gateway. */
function needsGateway({ state }: Attempt): boolean {
  return !isMoneySeen(state)
}

/** @returns those that can be looked at. */
async function putOffUnreachable(
  run: Run,
  due: readonly Attempt[]
): Promise<Attempt[]> {
  const isUnknown = (attempt: Attempt) =>
    needsGateway(attempt) && run.merchantKeyOf(attempt) === undefined
  const unknown = due.filter(isUnknown)
  for (const { provider_id } of unknown) run.unknownProviders.add(provider_id)
  await run.ledger.watch.postpone(unknown, unknownProviderSeconds)
  return due.filter((attempt) => !unknown.includes(attempt))
}
