import { setTimeout as wait } from "node:timers/promises"
import type { Client } from "pg"
import {
  countUndelivered,
  expireLeases,
  type Instances,
  makeAllDue,
  type SandboxControl,
  untilLedgerIsQuiet,
} from "../support/instances"

const MAX_ROUNDS = 12
const QUIET_MS = 5_000
const QUIET_LIMIT_MS = 900_000
/** Past every countdown, and into the hour of webhook retries. */
const LEAP_SECONDS = 1_000
/** A retry is due once a minute (contract §8). */
const RETRY_SECONDS = 61
const DELIVERY_LIMIT_MS = 60_000
const CART_LOCK_SECONDS = 121
const UNPAID_INTERVAL_MS = 500

/**
 * After the disturbances: all is started anew, time passes on both sides, and the
 * webhooks and the job do what they can, until a round changes nothing more.
 * Rejects when that never comes.
 */
export async function settleDown(
  instances: Instances,
  gateway: SandboxControl,
  db: Client,
  endedAt: Map<string, number>,
  tell: (sentence: string) => void
): Promise<{ rounds: number }> {
  await Promise.all(instances.members.map((member) => member.kill()))
  await expireLeases(db)
  await Promise.all(instances.members.map((member) => member.start()))

  await gateway.advance(LEAP_SECONDS)
  let before = ""
  for (let rounds = 1; rounds <= MAX_ROUNDS; rounds++) {
    await gateway.advance(RETRY_SECONDS)
    const waiting = await untilDelivered(gateway)
    await makeAllDue(db)
    const began = await endUnpaidTime(db, endedAt)
    const limits = { quietMs: QUIET_MS, limitMs: QUIET_LIMIT_MS }
    await untilLedgerIsQuiet(db, limits)
    await untilUnpaidAreDecided(db, began)
    const now = await untilLedgerIsQuiet(db, limits)
    const left =
      waiting + (await countUndelivered(db)) + (await countPayable(db))
    if (await outlastLocks(db, tell)) continue
    if (now === before && left === 0) return { rounds }
    before = now
  }
  throw new Error(`After ${MAX_ROUNDS} rounds the ledger still changes.`)
}

/**
 * Core's in-memory engine may give up undoing a failed completion, and keeps the cart's lock for two
 * minutes more. Resolves when they are over, to whether there was one.
 */
async function outlastLocks(
  db: Client,
  tell: (sentence: string) => void
): Promise<boolean> {
  const { rows } = await db.query<{ seconds: number | null }>(
    `SELECT extract(epoch FROM max(updated_at) + interval '${CART_LOCK_SECONDS} seconds' - now())::float AS seconds
       FROM workflow_execution
      WHERE workflow_id = 'complete-cart' AND state = 'waiting_to_compensate'`
  )
  const { seconds } = rows[0]
  if (seconds === null || seconds <= 0) return false
  tell(`Waiting ${Math.ceil(seconds)} s for a lock that core kept`)
  await wait(seconds * 1_000)
  return true
}

/**
 * One that is being looked at may wait for its cart's lock, and is tried again by the job where it
 * did not get it: it is quiet meanwhile, and not decided.
 */
async function untilUnpaidAreDecided(db: Client, since: Date): Promise<void> {
  const deadline = Date.now() + QUIET_LIMIT_MS
  for (;;) {
    const { rows } = await db.query<{ id: string }>(
      "SELECT id FROM crypto_unpaid_order WHERE updated_at < $1",
      [since]
    )
    if (rows.length === 0) return
    if (Date.now() > deadline) {
      throw new Error(
        `Within ${QUIET_LIMIT_MS / 60_000} minutes nothing was decided about the unpaid orders of ${rows.map(({ id }) => id).join(", ")}.`
      )
    }
    await wait(UNPAID_INTERVAL_MS)
  }
}

/** Orders whose cancellation core has undone get their time again, which a further round ends. */
async function countPayable(db: Client): Promise<number> {
  const { rows } = await db.query<{ left: number }>(
    "SELECT count(*)::int AS left FROM crypto_unpaid_order WHERE cancel_at > now()"
  )
  return rows[0].left
}

/**
 * The time to pay is over for each order that is unpaid still, but for one that core has canceled:
 * where it takes that back, the order can be paid again. Resolves to when that was.
 */
async function endUnpaidTime(
  db: Client,
  endedAt: Map<string, number>
): Promise<Date> {
  const { rows } = await db.query<{ id: string }>(
    "SELECT id FROM crypto_unpaid_order WHERE cancel_at IS NOT NULL"
  )
  const now = Date.now()
  for (const { id } of rows) if (!endedAt.has(id)) endedAt.set(id, now)
  await db.query(
    `UPDATE crypto_unpaid_order
        SET next_check_at = now(),
            cancel_at = CASE WHEN cancel_at IS NOT NULL
                             THEN least(cancel_at, now()) END,
            created_at = created_at - interval '1 hour'`
  )
  // Of a half-done order the ledger does not note the time.
  await db.query(
    `UPDATE "order" SET created_at = created_at - interval '1 hour'
      WHERE id IN (SELECT link.order_id FROM order_cart AS link
                     JOIN crypto_unpaid_order AS unpaid ON unpaid.id = link.cart_id
                    WHERE unpaid.order_id IS NULL)`
  )
  const { rows: clock } = await db.query<{ began: Date }>(
    "SELECT now() AS began"
  )
  return clock[0].began
}

/** Lets what is under way arrive; how many are refused and wait again. */
async function untilDelivered(gateway: SandboxControl): Promise<number> {
  const deadline = Date.now() + DELIVERY_LIMIT_MS
  for (;;) {
    const deliveries = await gateway.deliveries()
    const waiting = deliveries.filter(({ state }) => state === "waiting")
    const underWay = waiting.filter(
      ({ next_attempt_at_ms }) =>
        next_attempt_at_ms === null || next_attempt_at_ms <= Date.now()
    )
    if (underWay.length === 0 || Date.now() > deadline) return waiting.length
    await wait(200)
  }
}
