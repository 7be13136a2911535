import {
  type Attempt,
  type Claim,
  isLeftUnknown,
  type Look,
  mayExpire,
  nextCheckDelayMs,
  observe,
} from "../../modules/crypto-payment"
import { adoptListed } from "./adopt-listed"
import { findSuperseded } from "./find-superseded"
import { inParallel } from "./in-parallel"
import { isClaimed, judgeItem, type TellingItem } from "./judge-item"
import { lookAt } from "./look-at"
import type { Run } from "./run"
import { lookAgainLater, settleTold } from "./settle-told"
import type { SweptMerchant } from "./swept-merchants"

const maxAtOnce = 4
const afterFailureSeconds = 60

/**
 * Compares one page of the gateway's list with the ledger: one query finds the
 * rows, one UPDATE notes the looks that found nothing new, and only what is
 * new goes through the one door.
 *
 * @returns how many attempts of this run's claim, and how many of those opened
 * within the last hour, were in it.
 */
export async function sweepPage(
  run: Run,
  merchant: SweptMerchant,
  claim: Claim,
  items: readonly TellingItem[]
): Promise<{ due: number; close: number }> {
  const rows = await run.ledger.watch.findListed(merchant.merchant_id, items)
  const find = finder(rows)
  const told: { item: TellingItem; row: Attempt }[] = []
  const looked: Attempt[] = []
  for (const item of items) {
    const row = find(item)
    const verdict = judgeItem(item, row, claim.until)
    if (verdict === "adopt") await adoptListed(run, merchant, item)
    if (!row) continue
    if (verdict === "settle") told.push({ item, row })
    if (verdict === "look") looked.push(row)
  }
  const due = rows.filter((row) => isClaimed(row, claim.until)).length
  run.summary.in_pages += due
  run.summary.looked_at += due
  await inParallel(told, maxAtOnce, ({ item, row }) =>
    settleListed(run, claim, item, row)
  )
  await noteLooks(run, claim, looked)
  return { due, close: rows.filter((row) => isClose(row, merchant)).length }
}

async function settleListed(
  run: Run,
  claim: Claim,
  item: TellingItem,
  row: Attempt
): Promise<void> {
  try {
    const payment = { ...item, external_id: row.external_id }
    await settleTold(run, row, { observation: observe(row, payment, "poll") })
    if (isClaimed(row, claim.until)) await lookAgainLater(run, row)
  } catch (error) {
    run.summary.failed++
    run.logger.error(
      `crypto payment ${row.id} could not be reconciled: ${String(error)}`
    )
    await run.ledger.watch.postpone([row], afterFailureSeconds)
  }
}

async function noteLooks(
  run: Run,
  claim: Claim,
  looked: readonly Attempt[]
): Promise<void> {
  const superseded = await findSuperseded(run, looked)
  const ends = (row: Attempt) => superseded.has(row.id) || mayExpire(row)
  const looks: Look[] = []
  const leftUnknown: Attempt[] = []
  for (const row of looked) {
    if (ends(row)) continue
    const delayMs = nextCheckDelayMs(row, run.now, lateWindowDays(run, row))
    if (delayMs === null && isLeftUnknown(row)) leftUnknown.push(row)
    else looks.push({ id: row.id, delayMs })
  }
  await run.ledger.watch.scheduleClaimed(claim, looks)
  // The same transaction ends their watch and asks for a person.
  await inParallel(leftUnknown, maxAtOnce, (row) => lookAgainLater(run, row))
  await inParallel(looked.filter(ends), maxAtOnce, (row) =>
    lookAt(run, row, true)
  )
}

/** A provider that is gone has no late window of its own. */
function lateWindowDays(run: Run, row: Attempt): number {
  const key = run.merchantKeyOf(row)
  return key === undefined
    ? 0
    : run.ledger.merchants.options(key).lateWindowDays
}

function finder(
  rows: readonly Attempt[]
): (item: TellingItem) => Attempt | undefined {
  const byGatewayId = new Map(rows.map((row) => [row.gateway_payment_id, row]))
  const creating = new Map(
    rows.flatMap((row) =>
      row.gateway_payment_id === null ? [[row.external_id, row]] : []
    )
  )
  return ({ id, external_id }) =>
    byGatewayId.get(id) ??
    (external_id === undefined ? undefined : creating.get(external_id))
}

function isClose(
  { state, created_at }: Attempt,
  { oldest_close }: SweptMerchant
): boolean {
  return state === "open" && oldest_close !== null && created_at >= oldest_close
}
