import { isGatewayError, type PaymentList } from "../../gateway"
import type { Claim } from "../../modules/crypto-payment"
import { noteFailure } from "./gateway-failed"
import { inParallel } from "./in-parallel"
import type { TellingItem } from "./judge-item"
import { beginsSweep, type Progress, readsNextPage } from "./plan-sweep"
import type { Run } from "./run"
import { sweepPage } from "./sweep-page"
import { type SweptMerchant, sweptMerchants } from "./swept-merchants"

const pageSize = 100
const pageTimeoutMs = 10_000

/** Attempts that one run takes for the sweep, and how long they are kept. */
const maxClaimed = 20_000
const holdSeconds = 300

/** When time ran out, the rest is left to the sweep of the next run. */
const nextRunSeconds = 30

const merchantsAtOnce = 4

/**
 * Reads the newest pages of `GET /v1/payments` (contract §4) of each
 * merchant in place of many single payments. An economy: what the pages do not
 * tell is due again right after, and read one by one.
 */
export async function sweepMerchants(run: Run): Promise<void> {
  const merchants = sweptMerchants(run, await run.ledger.watch.merchants())
  await inParallel(merchants, merchantsAtOnce, async (merchant) => {
    if (!beginsSweep(merchant.wanted, merchant.has_fresh)) return
    const claim = await run.ledger.watch.claimDue(
      merchant.merchant_id,
      maxClaimed,
      holdSeconds
    )
    let afterSeconds = 0
    try {
      afterSeconds = await sweepDue(run, merchant, claim)
    } catch (error) {
      run.summary.failed++
      run.logger.error(
        `crypto payments of merchant ${merchant.merchant_id} could not be swept: ${String(error)}`
      )
    } finally {
      await run.ledger.watch.releaseClaim(claim, afterSeconds)
    }
  })
}

/** @returns after how many seconds what was not found is due again. */
async function sweepDue(
  run: Run,
  merchant: SweptMerchant,
  claim: Claim
): Promise<number> {
  const wanted = { ...merchant.wanted, due: claim.count }
  const { end, retry_seconds } = await readPages(run, merchant, claim, {
    from: 0,
    readsNext: (progress) => readsNextPage(wanted, progress),
  })
  return end === "done" ? 0 : retry_seconds
}

/** How far the reading of a merchant's list came. */
export type ReadPages = {
  /** Items of the list that were read, newest first. */
  offset: number
  /** `stopped`: out of time, or the gateway did not answer. */
  end: "done" | "stopped"
  /** After how many seconds it is worth to go on. */
  retry_seconds: number
}

/** Reads the list, newest first, as long as `readsNext` wants another page. */
export async function readPages(
  run: Run,
  merchant: SweptMerchant,
  claim: Claim,
  { from, readsNext }: { from: number; readsNext: (p: Progress) => boolean }
): Promise<ReadPages> {
  const progress: Progress = {
    pages_read: 0,
    due_found: 0,
    close_found: 0,
    reached: undefined,
    more: true,
  }
  let limit: number | undefined = pageSize
  let offset = from
  const ended = (end: ReadPages["end"], retry_seconds = 0): ReadPages => ({
    offset,
    end,
    retry_seconds,
  })
  for (;;) {
    if (run.isOutOfTime) return ended("stopped", nextRunSeconds)
    let page: PaymentList
    try {
      page = await readPage(run, merchant, { limit, offset })
    } catch (error) {
      if (!isGatewayError(error)) throw error
      if (error.status === 400 && limit !== undefined) {
        // contract §8 names no maximum: take what the gateway gives.
        limit = undefined
        continue
      }
      run.logger.warn(
        `crypto payments of merchant ${merchant.merchant_id}: the gateway's list could not be read (${error.kind}): ${error.message}`
      )
      await noteFailure(run, merchant.merchant_id, error)
      const { openForSeconds } = run.breakerOf(merchant.merchant_id)
      return ended("stopped", openForSeconds ?? 0)
    }
    const items = page.items.filter(isTelling)
    if (page.offset !== offset || items.length < page.items.length) {
      return ended("done")
    }
    const found = await sweepPage(run, merchant, claim, items)
    offset += items.length
    progress.pages_read++
    progress.due_found += found.due
    progress.close_found += found.close
    progress.reached = createdAt(items.at(-1))
    progress.more = items.length > 0 && offset < page.total
    if (!readsNext(progress)) return ended("done")
  }
}

async function readPage(
  run: Run,
  { merchant_key, merchant_id }: SweptMerchant,
  page: { limit: number | undefined; offset: number }
): Promise<PaymentList> {
  run.summary.calls++
  const list = await run.ledger.merchants
    .gateway(merchant_key)
    .listPayments(page, { timeoutMs: pageTimeoutMs, maxAttempts: 1 })
  run.summary.pages++
  run.breakerOf(merchant_id).succeeded()
  return list
}

/** contract §4 promises no field of an item. */
function isTelling(item: {
  id?: string
  status?: string
}): item is TellingItem {
  return item.id !== undefined && item.status !== undefined
}

function createdAt(item: TellingItem | undefined): Date | undefined {
  return item?.created_at === undefined ? undefined : new Date(item.created_at)
}
