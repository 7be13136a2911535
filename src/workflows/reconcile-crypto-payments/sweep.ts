import { isGatewayError, type PaymentList } from "../../gateway"
import type { Batch } from "../../modules/crypto-payment/internal"
import {
  beginsSweep,
  readsNextPage,
  sweptMerchants,
  type SweepProgress,
  type ListedMerchant,
} from "./plan-sweep"
import { inParallel, type Run } from "./run"
import { sweepPage, type CompleteItem } from "./sweep-page"

const PAGE_SIZE = 100
const PAGE_TIMEOUT_MS = 10_000
const HOUR_MS = 60 * 60_000

/** Attempts that one run dequeues for the sweep, and how long they are kept. */
const MAX_BATCH_SIZE = 20_000
const DEQUEUED_SECONDS = 300

/** When time ran out, the sweep of the next run reads the rest. */
const NEXT_RUN_SECONDS = 30
const MERCHANTS_AT_ONCE = 4

/** How often the list is searched for paid payments that the ledger does not have. */
const SEARCH_SECONDS = 60 * 60

/** Pages of one search in one run; the next run continues where it stopped. */
const MAX_SEARCH_PAGES = 20

/** A backup is rarely older; a payment that was open in the last search may be paid since. */
const SEARCH_PERIOD = { firstPassMs: 30 * 24 * HOUR_MS, overlapMs: 3 * HOUR_MS }

/**
 * Reads the newest pages of each merchant's `GET /v1/payments` (contract §4).
 * This only saves calls: what they do not contain is due again right after.
 */
export async function sweepMerchants(run: Run): Promise<void> {
  const merchants = sweptMerchants(run, await run.ledger.batches.findDemand())
  await inParallel(merchants, MERCHANTS_AT_ONCE, async (merchant) => {
    if (!beginsSweep(merchant.targets, merchant.has_fresh)) return
    const batch = await run.ledger.batches.dequeue(
      merchant.merchant_id,
      MAX_BATCH_SIZE,
      DEQUEUED_SECONDS
    )
    let afterSeconds = 0
    try {
      const targets = { ...merchant.targets, due: batch.count }
      const { stopped_for } = await readPages(
        run,
        merchant,
        batch,
        (progress) => readsNextPage(targets, progress)
      )
      afterSeconds = stopped_for ?? 0
    } catch (error) {
      run.fail(
        `crypto payments of merchant ${merchant.merchant_id} could not be swept`,
        error
      )
    } finally {
      await run.ledger.batches.release(batch, afterSeconds)
    }
  })
}

/**
 * Searches the list of each merchant for paid payments of this store that the
 * ledger has no attempt for: its tables were emptied or restored. The time of
 * the last search is in the same tables, so a search follows at once.
 */
export async function sweepUnknownPayments(run: Run): Promise<void> {
  const { merchants } = run.ledger
  const keyById = new Map(
    merchants.keys().map((key) => [merchants.options(key).merchantId, key])
  )
  for (const [merchant_id, merchant_key] of keyById) {
    if (run.isOutOfTime) return
    if (run.breakerOf(merchant_id).openForSeconds !== undefined) continue
    try {
      await searchList(run, { merchant_id, merchant_key, oldest_close: null })
    } catch (error) {
      run.fail(
        `the gateway's list of merchant ${merchant_id} could not be searched for unknown payments`,
        error
      )
    }
  }
}

async function searchList(run: Run, merchant: ListedMerchant): Promise<void> {
  const { merchant_id } = merchant
  const { tasks } = run.ledger
  const task = await run.beginTask(`sweep:${merchant_id}`, SEARCH_PERIOD)
  if (!task) return
  const batch = { merchant_id, until: new Date(0), count: 0 }
  const { offset, progress, stopped_for } = await readPages(
    run,
    merchant,
    batch,
    (progress) =>
      hasMore(progress, task.since) && progress.pages_read < MAX_SEARCH_PAGES,
    task.position
  )
  const isUnfinished = progress.pages_read > 0 && hasMore(progress, task.since)
  await (stopped_for === undefined && !isUnfinished
    ? tasks.complete(task.id, SEARCH_SECONDS)
    : tasks.pause(task.id, offset, stopped_for ?? 0))
}

/** A list whose items have no creation time is read to its end. */
function hasMore({ more, reached }: SweepProgress, since: Date): boolean {
  return more && (reached === undefined || reached >= since)
}

/**
 * Reads the list, newest first, as long as `readsNext` returns true. Returns how
 * many items were read, and for how many seconds the reading has to stop: time
 * ran out, or the gateway could not be read.
 */
async function readPages(
  run: Run,
  merchant: ListedMerchant,
  batch: Batch,
  readsNext: (progress: SweepProgress) => boolean,
  offset = 0
): Promise<{
  offset: number
  progress: SweepProgress
  stopped_for?: number
}> {
  const progress: SweepProgress = {
    pages_read: 0,
    due_found: 0,
    close_found: 0,
    reached: undefined,
    more: true,
  }
  let limit: number | undefined = PAGE_SIZE
  for (;;) {
    if (run.isOutOfTime) {
      return { offset, progress, stopped_for: NEXT_RUN_SECONDS }
    }
    let page: PaymentList
    try {
      page = await readPage(run, merchant, { limit, offset })
    } catch (error) {
      if (!isGatewayError(error)) throw error
      if (error.status === 400 && limit !== undefined) {
        // contract §8 names no maximum: use the gateway's default.
        limit = undefined
        continue
      }
      run.logger.warn(
        `crypto payments of merchant ${merchant.merchant_id}: the gateway's list could not be read (${error.kind}): ${error.message}`
      )
      await run.recordGatewayError(merchant.merchant_id, error)
      const { openForSeconds = 0 } = run.breakerOf(merchant.merchant_id)
      return { offset, progress, stopped_for: openForSeconds }
    }
    const items = page.items.filter(isComplete)
    if (page.offset !== offset || items.length < page.items.length) {
      return { offset, progress }
    }
    const found = await sweepPage(run, merchant, batch, items)
    offset += items.length
    progress.pages_read++
    progress.due_found += found.due
    progress.close_found += found.close
    progress.reached = createdAt(items.at(-1))
    progress.more = items.length > 0 && offset < page.total
    if (!readsNext(progress)) return { offset, progress }
  }
}

async function readPage(
  run: Run,
  { merchant_key, merchant_id }: ListedMerchant,
  page: { limit: number | undefined; offset: number }
): Promise<PaymentList> {
  run.summary.calls++
  const list = await run.ledger.merchants
    .gateway(merchant_key)
    .listPayments(page, { timeoutMs: PAGE_TIMEOUT_MS, maxAttempts: 1 })
  run.summary.pages++
  run.gatewayAnswered(merchant_id)
  return list
}

/** contract §4 promises no field of an item. */
function isComplete(item: {
  id?: string
  status?: string
}): item is CompleteItem {
  return item.id !== undefined && item.status !== undefined
}

function createdAt(item: CompleteItem | undefined): Date | undefined {
  return item?.created_at === undefined ? undefined : new Date(item.created_at)
}
