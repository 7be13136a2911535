import type { MedusaContainer } from "@medusajs/framework/types"
import {
  type Attempt,
  type AttemptState,
  CRYPTO_PAYMENT_MODULE,
  isPaidState,
} from "../../modules/crypto-payment/internal"
import { deliverPendingEvents } from "../deliver-crypto-payment-events"
import { followCanceledOrders } from "./canceled-orders"
import { checkAttempt } from "./check-attempt"
import { isWorkedOnElsewhere } from "./elsewhere"
import { removeUncheckedRefunds } from "./orphaned-refunds"
import { describeSummary, inParallel, Run } from "./run"
import { findSuperseded } from "./superseded"
import { sweepMerchants, sweepUnknownPayments } from "./sweep"
import { cancelUnpaidOrders } from "./unpaid-orders"
import { watch } from "./watch"

export { followCanceledOrder } from "./canceled-orders"
export { inParallel, type ReconcileSummary } from "./run"
export { followPlacedOrder } from "./unpaid-orders"

const BATCH_SIZE = 50
const MAX_BATCHES = 20
const MAX_AT_ONCE = 4

/** Orders to retry before any gateway is read; the rest comes afterwards. */
const MAX_RETRIES_FIRST = 50
const DEQUEUED_SECONDS = 120
const UNKNOWN_PROVIDER_SECONDS = 60 * 60

/**
 * The scheduled work: reads from the gateway what no webhook reported, expires
 * superseded payments, and finishes what a crash interrupted. Safe to run at any time,
 * from any instance, and several times at once: each due attempt is checked by one run.
 * Does nothing in a copy of a live database.
 */
export async function reconcileCryptoPayments(container: MedusaContainer) {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const run = new Run(container, ledger, await ledger.now())
  if (await isWorkedOnElsewhere(run)) return run.summary
  await deliverPendingEvents(container)
  // Before any gateway is read: a slow gateway with many payments to poll must
  // not delay the orders of paid attempts that a crash interrupted.
  await checkDue(run, ["paid"])
  await checkDue(run, ["attention"], MAX_RETRIES_FIRST / BATCH_SIZE)
  await sweepMerchants(run)
  await checkDue(run)
  await sweepUnknownPayments(run)
  await cancelUnpaidOrders(run)
  await followCanceledOrders(run)
  await removeUncheckedRefunds(run)
  await watch(run)
  run.summary.duration_ms = run.elapsedMs
  const line = describeSummary(run.summary)
  if (line) run.logger.info(line)
  if (run.unknownProviders.size > 0) {
    run.logger.warn(
      `crypto payments wait for a provider that is not configured any more: ${[...run.unknownProviders].join(", ")}`
    )
  }
  return run.summary
}

/**
 * Checks the due attempts one by one, by urgency. What there is no time left
 * for is due again when it is no longer kept for this run.
 * @param only of these states. @default all
 */
async function checkDue(
  run: Run,
  only?: readonly AttemptState[],
  batches = MAX_BATCHES
): Promise<void> {
  for (let batch = 0; batch < batches && !run.isOutOfTime; batch++) {
    const due = await run.ledger.dueQueue.dequeue(
      BATCH_SIZE,
      DEQUEUED_SECONDS,
      only
    )
    const reachable = await postponeUnreachable(run, due)
    const superseded = await findSuperseded(run, reachable)
    await inParallel(reachable, MAX_AT_ONCE, async (attempt) => {
      if (run.isOutOfTime) return
      const { openForSeconds } = run.breakerOf(attempt.merchant_id)
      if (openForSeconds !== undefined && !isPaidState(attempt.state)) {
        return await run.ledger.dueQueue.postpone([attempt], openForSeconds)
      }
      run.summary.checked++
      run.summary.single++
      await checkAttempt(run, attempt, superseded.has(attempt.id))
    })
    if (due.length < BATCH_SIZE) return
  }
}

async function postponeUnreachable(run: Run, due: readonly Attempt[]) {
  // A paid attempt is settled without the gateway.
  const isUnknown = (attempt: Attempt) =>
    !isPaidState(attempt.state) && run.merchantKeyOf(attempt) === undefined
  const unknown = due.filter(isUnknown)
  for (const { provider_id } of unknown) run.unknownProviders.add(provider_id)
  await run.ledger.dueQueue.postpone(unknown, UNKNOWN_PROVIDER_SECONDS)
  return due.filter((attempt) => !unknown.includes(attempt))
}
