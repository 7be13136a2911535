import { findRefundsMade } from "../../medusa/collections"
import { isCryptoProvider } from "../../modules/crypto-payment/merchants/merchants"
import { bookRefunds } from "../book-crypto-refunds"
import type { Run } from "./run"
import { withLease } from "../settle/locks"

const INTERVAL_SECONDS = 5 * 60

/** After which a refund is not being booked any more; a lease lasts two minutes. */
const BOOKING_MS = 3 * 60_000

const BUSY_SECONDS = 60

/** More wait for the next run. */
const UNBOOKED_AT_ONCE = 100

/** Removes refunds that nobody sent, and books recorded ones that Medusa lacks, or has in part. */
export async function compareRefunds(run: Run): Promise<void> {
  if (run.isOutOfTime) return
  const task = await run.beginTask("unsent-refunds")
  if (!task) return
  const suspects = await findSuspects(run, task.since)
  const unbooked = await run.ledger.refunds.takeUnbooked(UNBOOKED_AT_ONCE)
  let retrySeconds: number | undefined
  for (const id of new Set([...suspects, ...unbooked])) {
    if (run.isOutOfTime) {
      retrySeconds = 0
      break
    }
    let isCompared = false
    await run.within(`refunds of crypto payment ${id}`, async () => {
      isCompared = await compare(run, id)
    })
    if (!isCompared) retrySeconds = BUSY_SECONDS
  }
  await (retrySeconds === undefined
    ? run.ledger.tasks.complete(task.id, INTERVAL_SECONDS)
    : run.ledger.tasks.pause(task.id, 0, retrySeconds))
}

/** The attempts whose payment in Medusa has a refund that no recorded refund is booked as. */
async function findSuspects(run: Run, since: Date): Promise<string[]> {
  const query = run.container.resolve("query")
  const until = new Date(run.now.getTime() - BOOKING_MS)
  const refunds = await findRefundsMade(query, since, until)
  if (refunds.length === 0) return []
  const records = await run.ledger.listCryptoPaymentRefunds(
    { refund_id: refunds.map(({ id }) => id) },
    { select: ["id", "refund_id"] }
  )
  const known = new Set(records.map(({ refund_id }) => refund_id))
  const payments = refunds.flatMap(({ id, payment }) =>
    payment && !known.has(id) ? [payment] : []
  )
  const attempts = await run.ledger.listCryptoPayments(
    { payment_id: payments.map(({ id }) => id) },
    { select: ["id", "payment_id"] }
  )
  const ids = attempts.map(({ id }) => id)
  const found = new Set(attempts.map(({ payment_id }) => payment_id))
  for (const { id, provider_id, payment_session_id } of payments) {
    // Captured, and not settled yet: the ledger knows its session alone.
    if (
      found.has(id) ||
      !isCryptoProvider(provider_id) ||
      !payment_session_id
    ) {
      continue
    }
    const attempt = await run.ledger.sessions.findAttempt(payment_session_id)
    if (attempt) ids.push(attempt.id)
  }
  return ids
}

/** @returns false while another run works on the attempt: it may be booking a refund. */
async function compare(run: Run, id: string): Promise<boolean> {
  const isDone = await withLease(run.container, id, 0, async () => {
    try {
      const fault = await bookRefunds(run.container, id)
      if (fault !== null) {
        run.logger.warn(
          `crypto payment ${id}: a refund is not booked in Medusa: ${fault}`
        )
      }
    } catch (error) {
      run.fail(`refunds of crypto payment ${id} could not be compared`, error)
    }
    return true
  })
  return isDone ?? false
}
