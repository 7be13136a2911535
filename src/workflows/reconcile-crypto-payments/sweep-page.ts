import { paymentOutcome, type ListedPayment } from "../../gateway"
import {
  type Attempt,
  callbackUrl,
  type Batch,
  isUnknownStatusUnreported,
  type Check,
  mayExpire,
  needsSettling,
  nextCheckDelayMs,
  observe,
} from "../../modules/crypto-payment/internal"
import { checkAttempt, rescheduleCheck, settleAndCount } from "./check-attempt"
import type { ListedMerchant } from "./plan-sweep"
import { inParallel, type Run } from "./run"
import { findSuperseded } from "./superseded"

const MAX_AT_ONCE = 4
const AFTER_FAILURE_SECONDS = 60

/** An item of the gateway's list that has its id and status. */
export type CompleteItem = ListedPayment & { status: string }

/**
 * What to do about an item of the list: `settle` a status that is new for its
 * attempt, `reschedule` a due one without a new status, `adopt` a paid one that
 * the ledger does not have, `ignore` the rest.
 */
export type Classification = "settle" | "reschedule" | "adopt" | "ignore"

/** @param until of the batch that this run dequeued, see `Batch`. */
export function classifyItem(
  item: CompleteItem,
  attempt: Attempt | undefined,
  until: Date
): Classification {
  const isPaid = paymentOutcome(item.status) === "paid"
  if (!attempt) return isPaid ? "adopt" : "ignore"
  switch (attempt.state) {
    case "creating":
      return isPaid ? "settle" : "ignore"
    case "open":
    case "closed":
      if (item.status !== attempt.gateway_status) return "settle"
      if (needsSettling(attempt)) return "settle"
      return isInBatch(attempt, until) ? "reschedule" : "ignore"
    case "paid":
    case "attention":
    case "settled":
    case "resolved":
      return "ignore"
  }
}

/**
 * Compares one page of the gateway's list with the ledger, by one query and one
 * UPDATE; only new statuses are settled. Returns how many attempts of this
 * run's batch, and how many of the last hour, were in it.
 */
export async function sweepPage(
  run: Run,
  merchant: ListedMerchant,
  batch: Batch,
  items: readonly CompleteItem[]
): Promise<{ due: number; close: number }> {
  const attempts = await run.ledger.batches.findListed(
    merchant.merchant_id,
    items
  )
  const changed: { item: CompleteItem; attempt: Attempt }[] = []
  const unchanged: Attempt[] = []
  for (const item of items) {
    const attempt = findAttempt(attempts, item)
    const classification = classifyItem(item, attempt, batch.until)
    if (classification === "adopt") await adoptListed(run, merchant, item)
    if (!attempt) continue
    if (classification === "settle") changed.push({ item, attempt })
    if (classification === "reschedule") unchanged.push(attempt)
  }
  const due = attempts.filter((each) => isInBatch(each, batch.until)).length
  run.summary.in_pages += due
  run.summary.checked += due
  await inParallel(changed, MAX_AT_ONCE, ({ item, attempt }) =>
    settleListed(run, batch, item, attempt)
  )
  await rescheduleUnchanged(run, batch, unchanged)
  return {
    due,
    close: attempts.filter((each) => isClose(each, merchant)).length,
  }
}

/**
 * Adopts a paid payment that the ledger does not have, if its callback_url
 * shows that this store created it: a merchant may also sell elsewhere.
 */
async function adoptListed(
  run: Run,
  merchant: ListedMerchant,
  item: CompleteItem
): Promise<void> {
  const { external_id } = item
  const provider_id = findProviderId(run, merchant, item.callback_url)
  if (provider_id === undefined || external_id === undefined) return
  const { merchant_id } = merchant
  try {
    await settleAndCount(run, undefined, {
      observation: observe(
        { provider_id, merchant_id },
        { ...item, external_id },
        "poll"
      ),
    })
  } catch (error) {
    run.fail(
      `gateway payment ${item.id} could not be added to the ledger`,
      error
    )
  }
}

function findProviderId(
  run: Run,
  { merchant_id }: ListedMerchant,
  callback: string | undefined
): string | undefined {
  const provider_id = callback?.split("/").at(-1)
  if (!provider_id) return undefined
  const key = run.merchantKeyOf({ provider_id, merchant_id })
  if (key === undefined) return undefined
  const own = callbackUrl(run.ledger.merchants.options(key), provider_id)
  return own === callback ? provider_id : undefined
}

async function settleListed(
  run: Run,
  batch: Batch,
  item: CompleteItem,
  attempt: Attempt
): Promise<void> {
  try {
    const payment = { ...item, external_id: attempt.external_id }
    await settleAndCount(run, attempt, {
      observation: observe(attempt, payment, "poll"),
    })
    if (isInBatch(attempt, batch.until)) await rescheduleCheck(run, attempt)
  } catch (error) {
    run.fail(`crypto payment ${attempt.id} could not be reconciled`, error)
    await run.ledger.dueQueue.postpone([attempt], AFTER_FAILURE_SECONDS)
  }
}

async function rescheduleUnchanged(
  run: Run,
  batch: Batch,
  unchanged: readonly Attempt[]
): Promise<void> {
  const superseded = await findSuperseded(run, unchanged)
  const expires = (attempt: Attempt) =>
    superseded.has(attempt.id) || mayExpire(attempt)
  const checks: Check[] = []
  const unreported: Attempt[] = []
  for (const attempt of unchanged) {
    if (expires(attempt)) continue
    const days = run.ledger.merchants.lateWindowDays(attempt.provider_id)
    const delayMs = nextCheckDelayMs(attempt, run.now, days)
    if (delayMs === null && isUnknownStatusUnreported(attempt)) {
      unreported.push(attempt)
    } else {
      checks.push({ id: attempt.id, delayMs })
    }
  }
  await run.ledger.batches.reschedule(batch, checks)
  // One transaction each ends the checks and raises attention.
  await inParallel(unreported, MAX_AT_ONCE, (attempt) =>
    rescheduleCheck(run, attempt)
  )
  await inParallel(unchanged.filter(expires), MAX_AT_ONCE, (attempt) =>
    checkAttempt(run, attempt, true)
  )
}

function findAttempt(
  attempts: readonly Attempt[],
  { id, external_id }: CompleteItem
): Attempt | undefined {
  return (
    attempts.find((each) => each.gateway_payment_id === id) ??
    attempts.find(
      (each) =>
        each.gateway_payment_id === null && each.external_id === external_id
    )
  )
}

function isInBatch({ next_check_at }: Attempt, until: Date): boolean {
  return next_check_at?.getTime() === until.getTime()
}

function isClose(
  { state, created_at }: Attempt,
  { oldest_close }: ListedMerchant
): boolean {
  return state === "open" && oldest_close !== null && created_at >= oldest_close
}
