import type { Claim } from "../../modules/crypto-payment"
import type { Progress } from "./plan-sweep"
import type { Run } from "./run"
import { readPages } from "./sweep"
import type { SweptMerchant } from "./swept-merchants"

const hourMs = 60 * 60_000

/** How often the list is searched for paid payments that the ledger does not know. */
const everySeconds = 60 * 60

/** Pages of one run; the next run goes on where it ended. */
const maxPages = 20

/** How far the first search goes back: a backup is rarely older. */
const firstSearchMs = 30 * 24 * hourMs

/** A payment that was open in the last search may have been paid since. */
const overlapMs = 3 * hourMs

/** Of no attempt: nothing is taken from the due queue here. */
const noClaim: Omit<Claim, "merchant_id"> = { until: new Date(0), count: 0 }

/**
 * Searches the gateway's list of each configured merchant for paid payments of
 * this store that the ledger has no row for: its tables were emptied or restored
 * from a backup. When the last search was made stands in the same tables, so a
 * search follows at once.
 */
export async function sweepUnknownPayments(run: Run): Promise<void> {
  const { merchants } = run.ledger
  const keyById = new Map(
    merchants.keys().map((key) => [merchants.options(key).merchantId, key])
  )
  for (const [merchantId, key] of keyById) {
    if (run.isOutOfTime) return
    if (run.breakerOf(merchantId).openForSeconds !== undefined) continue
    try {
      await searchList(run, sweptMerchant(key, merchantId))
    } catch (error) {
      run.summary.failed++
      run.logger.error(
        `crypto payments of merchant ${merchantId} that the ledger does not know could not be searched for: ${String(error)}`
      )
    }
  }
}

async function searchList(run: Run, merchant: SweptMerchant): Promise<void> {
  const { merchant_id } = merchant
  const { tasks } = run.ledger
  const task = await tasks.begin(`sweep:${merchant_id}`)
  if (!task) return
  const since = task.completed_at
    ? task.completed_at.getTime() - overlapMs
    : run.now.getTime() - firstSearchMs
  let last: Progress | undefined
  const { offset, end, retry_seconds } = await readPages(
    run,
    merchant,
    { ...noClaim, merchant_id },
    {
      from: task.position,
      readsNext: (progress) => {
        last = progress
        return hasMore(progress, since) && progress.pages_read < maxPages
      },
    }
  )
  const isComplete = end === "done" && !(last && hasMore(last, since))
  await (isComplete
    ? tasks.complete(task.id, everySeconds)
    : tasks.pause(task.id, offset, retry_seconds))
}

/** A list whose items do not say when they were made is read to its end. */
function hasMore({ more, reached }: Progress, since: number): boolean {
  return more && (reached === undefined || reached.getTime() >= since)
}

function sweptMerchant(
  merchant_key: string,
  merchant_id: string
): SweptMerchant {
  return {
    merchant_id,
    merchant_key,
    wanted: { due: 0, close: 0, oldest: undefined },
    oldest_close: null,
    has_fresh: false,
  }
}
