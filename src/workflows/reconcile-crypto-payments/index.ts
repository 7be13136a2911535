import type { MedusaContainer } from "@medusajs/framework/types"
import { isPaidState } from "../../modules/crypto-payment/attempts/states"
import type { AttemptState } from "../../modules/crypto-payment/column-values"
import type { Attempt } from "../../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../../modules/crypto-payment/module-key"
import { closeAttempt } from "../../modules/crypto-payment/opening/open-attempt"
import { isUnreachableForGood } from "../../modules/crypto-payment/settling/schedule"
import { deliverPendingEvents } from "../deliver-crypto-payment-events"
import { deleteExports } from "../export-crypto-payments"
import { cancelUnpaidOrders } from "./cancel-unpaid-orders"
import { followCanceledOrders } from "./canceled-orders"
import { checkAttempt, findSuperseded, noteUnended } from "./check-attempt"
import { compareRefunds } from "./compare-refunds"
import { describeSummary, inParallel, Run, type RUN_LIMITS } from "./run"
import { adoptUnknownPayments } from "./unknown-payments"

export { followCanceledOrder } from "./canceled-orders"
export type { ReconcileSummary } from "./run"
export { followPlacedOrder } from "./cancel-unpaid-orders"

const BATCH_SIZE = 50

/** Of one merchant: contract §8 names no limit of the gateway. */
const MAX_AT_ONCE = 4

/** Checks that begin later are left to the next run: this one has more to do. */
const CHECKS_END_MS = 40_000

const DEQUEUED_SECONDS = 120
const UNKNOWN_PROVIDER_SECONDS = 60 * 60
/**
 * Reads from the gateway what no webhook reported, expires superseded payments, and finishes what a
 * crash interrupted. Safe to run several times at once: each due attempt is checked by one run.
 */
export async function reconcileCryptoPayments(
  container: MedusaContainer,
  limits?: typeof RUN_LIMITS
) {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const run = new Run(container, ledger, await ledger.now(), limits)
  if (await isWorkedOnElsewhere(run)) return run.summary
  run.alarms.push(...(await ledger.alarms.on()))
  const part = (what: string, work: (run: Run) => Promise<void>) =>
    run.part(`crypto payments: ${what}`, () => work(run))
  await part("the events", async () => {
    await run.within("crypto payments: the delivery of events", () =>
      deliverPendingEvents(container)
    )
  })
  // First: a slow gateway with many payments to poll must not delay the orders of paid attempts
  // that a crash interrupted.
  await part("the paid attempts", () => checkDue(run, ["paid"]))
  await part("the due attempts", checkDue)
  await part("the search for unknown payments", adoptUnknownPayments)
  await part("the unpaid orders", cancelUnpaidOrders)
  await part("the canceled orders", followCanceledOrders)
  await part("the refunds", compareRefunds)
  await part("the exported files", () => deleteExports(container))
  run.summary.duration_ms = run.elapsedMs
  const line = describeSummary(run.summary)
  if (line) run.logger.info(line)
  if (run.unknownProviders.size > 0) {
    run.logger.warn(
      `crypto payments wait for a provider or its merchant, which is not configured any more: ${[...run.unknownProviders].join(", ")}`
    )
  }
  return run.summary
}

/**
 * Checks the due attempts by urgency and then the longest wait, several of each merchant at once: a
 * slow gateway does not hold up another. What there is no time left for stays due.
 * @param only of these states. @default all
 */
async function checkDue(
  run: Run,
  only?: readonly AttemptState[]
): Promise<void> {
  const { dueQueue } = run.ledger
  while (!isTimeOver(run)) {
    const due = await dueQueue.dequeue(BATCH_SIZE, DEQUEUED_SECONDS, only)
    const reachable = await postponeUnreachable(run, due)
    const superseded = await findSuperseded(run, reachable)
    const merchantIds = new Set(reachable.map((each) => each.merchant_id))
    await Promise.all(
      [...merchantIds].map((id) =>
        inParallel(
          reachable.filter(({ merchant_id }) => merchant_id === id),
          MAX_AT_ONCE,
          (attempt) => checkInTime(run, attempt, superseded.has(attempt.id))
        )
      )
    )
    if (due.length < BATCH_SIZE) return
  }
}

/**
 * Without its check, a dequeued attempt is due again: at once, or when its gateway may be called.
 */
async function checkInTime(run: Run, attempt: Attempt, isSuperseded: boolean) {
  const { dueQueue } = run.ledger
  if (isTimeOver(run)) return await dueQueue.postpone([attempt], 0)
  const { openForSeconds } = run.breakerOf(attempt.merchant_id)
  if (openForSeconds !== undefined && !isPaidState(attempt.state)) {
    return await dueQueue.postpone([attempt], openForSeconds)
  }
  run.summary.checked++
  const hasEnded = await run.within(`crypto payment ${attempt.id}`, () =>
    checkAttempt(run, attempt, isSuperseded)
  )
  if (!hasEnded) await noteUnended(run, attempt)
}

function isTimeOver({ elapsedMs }: Run): boolean {
  return elapsedMs >= CHECKS_END_MS
}

async function postponeUnreachable(run: Run, due: readonly Attempt[]) {
  // A paid attempt is settled without the gateway.
  const isUnknown = (attempt: Attempt) =>
    !isPaidState(attempt.state) && run.merchantKeyOf(attempt) === undefined
  const unknown = due.filter(isUnknown)
  const waiting = unknown.filter(
    (attempt) => !isUnreachableForGood(attempt, run.now)
  )
  for (const { provider_id } of waiting) run.unknownProviders.add(provider_id)
  await run.ledger.dueQueue.postpone(waiting, UNKNOWN_PROVIDER_SECONDS)
  for (const attempt of unknown) {
    if (!waiting.includes(attempt)) await giveUp(run, attempt)
  }
  return due.filter((attempt) => !unknown.includes(attempt))
}

/** Its page may still be paid: the log and the timeline name the merchant whose dashboard tells. */
async function giveUp(run: Run, attempt: Attempt): Promise<void> {
  const { id, external_id, merchant_id } = attempt
  if (attempt.state !== "closed") {
    const why = "merchant_not_configured"
    await closeAttempt(run.ledger, attempt, why, "reconcile")
  }
  await run.ledger.attempts.endChecks(id)
  run.logger.warn(
    `crypto payment ${id} (${external_id}) is not checked any more: its merchant ${merchant_id} was not configured for 30 days. Look at the gateway's dashboard of that merchant whether it was paid.`
  )
}

/** Whether this is a copy of a live database, which must place no orders and send no events. */
async function isWorkedOnElsewhere(run: Run): Promise<boolean> {
  const { merchants, tasks } = run.ledger
  let isElsewhere = false
  for (const key of merchants.keys()) {
    const { merchantId, callbackBaseUrl, testMode } = merchants.options(key)
    if (testMode) continue
    const address = await tasks.claimAddress(merchantId, callbackBaseUrl)
    if (address === callbackBaseUrl) continue
    isElsewhere = true
    if (!merchants.isLogDue(`${key} copy`)) continue
    run.logger.warn(
      `crypto payments: the scheduled job waits. This database was used at ${address}, and this server's callbackBaseUrl of the live merchant "${key}" is ${callbackBaseUrl}. A copy of a live database must not work on its payments; if the shop has moved here, confirm it on the plugin's setup page in the admin.`
    )
  }
  return isElsewhere
}
