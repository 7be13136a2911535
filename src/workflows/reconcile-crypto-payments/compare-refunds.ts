import { randomUUID } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { Attempt } from "../../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../../modules/crypto-payment/module-key"
import { bookRefunds } from "../book-crypto-refunds"
import { removeOrphanedRefunds } from "../settle/repair"
import type { Run } from "./run"

const INTERVAL_SECONDS = 5 * 60

/** After which a refund is not being booked any more; a lease lasts two minutes. */
const BOOKING_MS = 3 * 60_000

const LEASE_SECONDS = 120
const BUSY_SECONDS = 60

/** More wait for the next run. */
const UNBOOKED_AT_ONCE = 100

/** A payment of Medusa with a refund that no recorded refund is booked as. */
type Suspect = { id: string; payment_session_id: string | null }

/**
 * Removes orphaned refunds of attempts that are not due; settling removes those of its own. Then
 * books recorded refunds that Medusa lacks, or has in part.
 */
export async function compareRefunds(run: Run): Promise<void> {
  if (run.isOutOfTime) return
  const task = await run.beginTask("unsent-refunds")
  if (!task) return
  let retrySeconds: number | undefined
  for (const payment of await findSuspects(run, task.since)) {
    if (run.isOutOfTime) {
      retrySeconds = 0
      break
    }
    const attempt = await findAttempt(run, payment)
    if (!attempt || (await compare(run, attempt.id))) continue
    retrySeconds = BUSY_SECONDS
  }
  for (const id of await run.ledger.refunds.takeUnbooked(UNBOOKED_AT_ONCE)) {
    if (run.isOutOfTime) {
      retrySeconds = 0
      break
    }
    if (!(await compare(run, id, bookOrWarn))) retrySeconds ??= BUSY_SECONDS
  }
  await (retrySeconds === undefined
    ? run.ledger.tasks.complete(task.id, INTERVAL_SECONDS)
    : run.ledger.tasks.pause(task.id, 0, retrySeconds))
}

async function findSuspects(run: Run, since: Date): Promise<Suspect[]> {
  const query = run.container.resolve("query")
  const until = new Date(run.now.getTime() - BOOKING_MS)
  const { data } = await query.graph({
    entity: "refund",
    fields: ["id", "payment.id", "payment.payment_session_id"],
    filters: { created_at: { $gte: since, $lte: until } },
  })
  const refunds: { id: string; payment?: Suspect | null }[] = data
  if (refunds.length === 0) return []
  const records = await run.ledger.listCryptoPaymentRefunds(
    { refund_id: refunds.map(({ id }) => id) },
    { select: ["id", "refund_id"] }
  )
  const known = new Set(records.map(({ refund_id }) => refund_id))
  const suspects = refunds.flatMap(({ id, payment }) =>
    payment && !known.has(id) ? [[payment.id, payment] as const] : []
  )
  return [...new Map(suspects).values()]
}

/** @returns false while another run works on the attempt: it may be booking a refund. */
async function compare(
  run: Run,
  id: string,
  act: typeof removeOrphans = removeOrphans
): Promise<boolean> {
  const { leases } = run.ledger
  const owner = randomUUID()
  if (!(await leases.acquire(id, owner, LEASE_SECONDS))) return false
  try {
    await act(run.container, id)
  } catch (error) {
    run.fail(`refunds of crypto payment ${id} could not be compared`, error)
  } finally {
    await leases.release(id, owner)
  }
  return true
}

async function bookOrWarn(container: MedusaContainer, id: string) {
  const error = await bookRefunds(container, id)
  if (error === null) return
  container
    .resolve("logger")
    .warn(`crypto payment ${id}: a refund is not booked in Medusa: ${error}`)
}

async function removeOrphans(container: MedusaContainer, id: string) {
  const { attempts } = container.resolve(CRYPTO_PAYMENT_MODULE)
  await removeOrphanedRefunds(container, await attempts.retrieve(id))
}

async function findAttempt(
  { ledger }: Run,
  { id, payment_session_id }: Suspect
): Promise<Pick<Attempt, "id"> | undefined> {
  const [attempt] = await ledger.listCryptoPayments(
    { payment_id: id },
    { select: ["id"], take: 1 }
  )
  if (attempt || !payment_session_id) return attempt
  return await ledger.sessions.findAttempt(payment_session_id)
}
