import { randomUUID } from "node:crypto"

import type { RemoteQueryFunction } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import type { Attempt } from "../../modules/crypto-payment"
import { removeUnsentRefunds } from "../settle/remove-unsent-refunds"
import type { Run } from "./run"

const minuteMs = 60_000
const everySeconds = 5 * 60

/** After which a refund is not being booked any more; a lease lasts two minutes. */
const bookingMs = 3 * minuteMs

/** How far the first pass goes back. */
const firstPassMs = 7 * 24 * 60 * minuteMs

/** What the last pass found too young is looked at in this time. */
const overlapMs = 15 * minuteMs

const leaseSeconds = 120
const busySeconds = 60

/** A payment of Medusa that has a refund which no record of ours is booked by. */
type Suspect = { id: string; payment_session_id: string | null }

/**
 * Looks at the refunds that Medusa has and the ledger does not know: core was
 * killed between writing one and asking the provider, see
 * `removeUnsentRefunds`. Settling looks at each payment it works on; this finds
 * those of payments that nothing else is to be done about.
 */
export async function removeLeftRefunds(run: Run): Promise<void> {
  if (run.isOutOfTime) return
  const task = await run.ledger.tasks.begin("unsent-refunds")
  if (!task) return
  const since = task.completed_at
    ? task.completed_at.getTime() - overlapMs
    : run.now.getTime() - firstPassMs
  let again: number | undefined
  for (const payment of await findSuspects(run, new Date(since))) {
    if (run.isOutOfTime) {
      again = 0
      break
    }
    if (!(await look(run, payment))) again = busySeconds
  }
  await (again === undefined
    ? run.ledger.tasks.complete(task.id, everySeconds)
    : run.ledger.tasks.pause(task.id, 0, again))
}

async function findSuspects(run: Run, since: Date): Promise<Suspect[]> {
  const query = run.container.resolve<RemoteQueryFunction>(
    ContainerRegistrationKeys.QUERY
  )
  const until = new Date(run.now.getTime() - bookingMs)
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

/** @returns false while another run works on the payment: it may be booking a refund. */
async function look(run: Run, payment: Suspect): Promise<boolean> {
  const attempt = await findAttempt(run, payment)
  if (!attempt) return true
  const { turns } = run.ledger
  const owner = randomUUID()
  if (!(await turns.acquireLease(attempt.id, owner, leaseSeconds))) return false
  try {
    await removeUnsentRefunds(
      run.container,
      await run.ledger.retrieveAttempt(attempt.id)
    )
  } catch (error) {
    run.summary.failed++
    run.logger.error(
      `refunds of crypto payment ${attempt.id} could not be compared: ${String(error)}`
    )
  } finally {
    await turns.releaseLease(attempt.id, owner)
  }
  return true
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
  return await ledger.findBySession(payment_session_id)
}
