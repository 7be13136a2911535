import {
  describeHealth,
  testConnection,
  webhookFault,
} from "../../modules/crypto-payment/internal"
import { deliverNotices } from "../notices"
import type { Run } from "./run"

/** How often the health is logged, and how often while something is late. */
const HEALTH_SECONDS = 60 * 60
const LATE_HEALTH_SECONDS = 10 * 60

/** A due check, or an event, that waits for so long is late: several runs did not get to it. */
const LATE_SECONDS = 5 * 60

/** The rest is counted in the next run, or when a report is read. */
const COUNT_LIMIT_MS = 2_000

/**
 * Notices what no change of a payment reports, and delivers the notices that are due. It never
 * stops a run.
 */
export async function watch(run: Run): Promise<void> {
  const { notices, reports } = run.ledger
  const parts = [
    () => notices.syncPayments(),
    // Where nobody reads reports, what is to be counted would only grow.
    () => reports.countMarked(COUNT_LIMIT_MS),
    () => watchWebhooks(run),
    () => watchGateways(run),
    () => deliverNotices(run.container),
    () => logHealth(run),
  ]
  for (const part of parts) {
    await part().catch((error: unknown) =>
      run.fail("crypto payments could not be watched", error)
    )
  }
}

/** Polling found paid payments that no webhook reported. */
async function watchWebhooks({ ledger }: Run): Promise<void> {
  const { notices, webhookLog, merchants } = ledger
  const [missed, log, open] = [
    await webhookLog.missed(),
    await webhookLog.rows(),
    await notices.listOpen("webhooks"),
  ]
  const ids = [...missed, ...open].flatMap(
    ({ provider_id }) => provider_id ?? []
  )
  for (const provider_id of new Set(ids)) {
    const ofProvider = (row: { provider_id: string }) =>
      row.provider_id === provider_id
    const reason = webhookFault(missed.find(ofProvider), log.find(ofProvider))
    const key = merchants.provider(provider_id)?.merchantKey
    if (reason === null || key === undefined) {
      await notices.clear("webhooks", provider_id)
      continue
    }
    await notices.open({
      kind: "webhooks",
      subject_id: provider_id,
      provider_id,
      merchant_id: merchants.options(key).merchantId,
      reason,
    })
  }
}

/**
 * Writes down what the run learned of each gateway. One that could not be used before, and was not
 * called in this run, is called once.
 */
async function watchGateways(run: Run): Promise<void> {
  const { gatewayHealth, notices } = run.ledger
  const before = await gatewayHealth.listFailing()
  for (const { merchant_id } of before) {
    if (!run.gatewayProblems.has(merchant_id)) await probe(run, merchant_id)
  }
  const wasFailing = new Set(before.map(({ merchant_id }) => merchant_id))
  for (const [merchant_id, problem] of run.gatewayProblems) {
    if (problem === null && !wasFailing.has(merchant_id)) continue
    await gatewayHealth.record(merchant_id, problem)
  }
  const failing = await gatewayHealth.listFailing()
  for (const { merchant_id, problem, is_long } of failing) {
    if (!is_long) continue
    const subject_id = merchant_id
    const kind = "gateway"
    await notices.open({ kind, subject_id, merchant_id, reason: problem })
  }
  for (const { subject_id } of await notices.listOpen("gateway")) {
    const isFailing = failing.some((each) => each.merchant_id === subject_id)
    if (!isFailing) await notices.clear("gateway", subject_id)
  }
}

async function probe(run: Run, merchantId: string): Promise<void> {
  const { merchants, currencies } = run.ledger
  const key = merchants
    .keys()
    .find((each) => merchants.options(each).merchantId === merchantId)
  if (key === undefined) {
    run.gatewayProblems.set(merchantId, null)
    return
  }
  run.summary.calls++
  const { connection } = await testConnection(merchants, currencies, key)
  if (connection.ok) return void run.gatewayProblems.set(merchantId, null)
  switch (connection.problem) {
    case "rate_limited":
      return
    case "wrong_key":
    case "wrong_merchant_id":
      return void run.gatewayProblems.set(merchantId, "refused")
    case "unreachable":
    case "timeout":
    case "unexpected_answer":
      return void run.gatewayProblems.set(merchantId, "unreachable")
  }
}

/** One line once an hour, and one every ten minutes while something is late. */
async function logHealth({ ledger, logger }: Run): Promise<void> {
  const health = await ledger.health.read()
  const { outbox_age_seconds, due_queue_age_seconds } = health
  const isLate =
    Math.max(outbox_age_seconds, due_queue_age_seconds) > LATE_SECONDS
  const task = await ledger.tasks.begin(isLate ? "late" : "health")
  if (!task) return
  if (isLate) logger.warn(describeHealth(health))
  else logger.info(describeHealth(health))
  const everySeconds = isLate ? LATE_HEALTH_SECONDS : HEALTH_SECONDS
  await ledger.tasks.complete(task.id, everySeconds)
}
