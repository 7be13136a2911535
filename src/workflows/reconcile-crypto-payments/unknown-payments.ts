import {
  isGatewayError,
  paymentOutcome,
  type PaymentList,
  type PaymentListItem,
} from "../../gateway"
import { observe } from "../../modules/crypto-payment/attempts/observation"
import { isPaidState } from "../../modules/crypto-payment/attempts/states"
import { callbackUrl } from "../../modules/crypto-payment/opening/open-attempt"
import { HOUR_MS } from "../../modules/crypto-payment/settling/schedule"
import { settleAndCount } from "./check-attempt"
import type { Run } from "./run"

const PAGE_SIZE = 100
const LIST_CALL = { timeoutMs: 10_000, maxAttempts: 1 }

/** How often the list is searched. */
const SEARCH_SECONDS = 60 * 60

/** Pages of one search in one run; the next run continues where it stopped. */
const MAX_PAGES = 20

/** When time ran out, the next run continues. */
const NEXT_RUN_SECONDS = 30
const AFTER_FAILURE_SECONDS = 60

/** A backup is rarely older; a payment that was open in the last search may be paid since. */
const SEARCH_PERIOD = { firstPassMs: 30 * 24 * HOUR_MS, overlapMs: 3 * HOUR_MS }

/** An item of the gateway's list that has its id and status. */
type CompleteItem = PaymentListItem & { id: string; status: string }

/**
 * Finds paid payments of this store that the ledger has no attempt for: its tables were emptied or
 * restored. The time of the last search is in the same tables, so a search follows at once.
 */
export async function adoptUnknownPayments(run: Run): Promise<void> {
  const { merchants } = run.ledger
  const keyById = new Map(
    merchants.keys().map((key) => [merchants.options(key).merchantId, key])
  )
  for (const [merchant_id, key] of keyById) {
    if (run.isOutOfTime) return
    if (run.breakerOf(merchant_id).openForSeconds !== undefined) continue
    try {
      await searchList(run, merchant_id, key)
    } catch (error) {
      run.fail(
        `the gateway's list of merchant ${merchant_id} could not be searched for unknown payments`,
        error
      )
    }
  }
}

/** Reads the list (contract §4), newest first, back to the last search. */
async function searchList(
  run: Run,
  merchant_id: string,
  key: string
): Promise<void> {
  const { merchants, tasks } = run.ledger
  const task = await run.beginTask(`list-search:${merchant_id}`, SEARCH_PERIOD)
  if (!task) return
  let offset = task.position
  let limit: number | undefined = PAGE_SIZE
  for (let pages = 0; pages < MAX_PAGES;) {
    if (run.isOutOfTime) {
      return await tasks.pause(task.id, offset, NEXT_RUN_SECONDS)
    }
    let page: PaymentList
    try {
      run.summary.calls++
      page = await merchants
        .gateway(key)
        .listPayments({ limit, offset }, LIST_CALL)
      run.breakerOf(merchant_id).succeeded()
    } catch (error) {
      if (!isGatewayError(error)) throw error
      if (error.status === 400 && limit !== undefined) {
        // contract §8 names no maximum: use the gateway's default.
        limit = undefined
        continue
      }
      run.logger.warn(
        `crypto payments of merchant ${merchant_id}: the gateway's list could not be read (${error.kind}): ${error.message}`
      )
      await run.recordGatewayError(merchant_id, error)
      const { openForSeconds = 0 } = run.breakerOf(merchant_id)
      return await tasks.pause(task.id, offset, openForSeconds)
    }
    const items = page.items.filter(isComplete)
    const isUsable =
      page.offset === offset && items.length === page.items.length
    if (isUsable) {
      for (const item of items) {
        await run.within(`gateway payment ${item.id}`, () =>
          adoptPaid(run, merchant_id, item)
        )
      }
      offset += items.length
      pages++
    }
    const hasMore = isUsable && items.length > 0 && offset < page.total
    if (!hasMore || isOlderThan(task.since, items.at(-1))) {
      return await tasks.complete(task.id, SEARCH_SECONDS)
    }
  }
  await tasks.pause(task.id, offset, 0)
}

/** contract §4 promises no field of an item. */
function isComplete(item: {
  id?: string
  status?: string
}): item is CompleteItem {
  return item.id !== undefined && item.status !== undefined
}

/** A list whose items have no creation time is read to its end. */
function isOlderThan(since: Date, item: CompleteItem | undefined): boolean {
  return item?.created_at !== undefined && new Date(item.created_at) < since
}

/** Adopts only what this store created, by its callback_url: a merchant may also sell elsewhere. */
async function adoptPaid(
  run: Run,
  merchant_id: string,
  item: CompleteItem
): Promise<void> {
  if (paymentOutcome(item.status) !== "paid") return
  const attempt = await run.ledger.observations.findAttempt({
    merchant_id,
    gateway_payment_id: item.id,
    external_id: item.external_id ?? null,
  })
  if (attempt && isPaidState(attempt.state)) return
  const provider_id =
    attempt?.provider_id ?? findProviderId(run, merchant_id, item.callback_url)
  const external_id = attempt?.external_id ?? item.external_id
  if (provider_id === undefined || external_id === undefined) return
  try {
    await settleAndCount(run, attempt, {
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
    if (!attempt) return
    await run.ledger.dueQueue.postpone([attempt], AFTER_FAILURE_SECONDS)
  }
}

function findProviderId(
  run: Run,
  merchant_id: string,
  callback: string | undefined
): string | undefined {
  const provider_id = callback?.split("/").at(-1)
  if (!provider_id) return undefined
  const key = run.merchantKeyOf({ provider_id, merchant_id })
  if (key === undefined) return undefined
  const own = callbackUrl(run.ledger.merchants.options(key), provider_id)
  return own === callback ? provider_id : undefined
}
