import { readFile } from "node:fs/promises"
import { setTimeout as wait } from "node:timers/promises"
import { eventually } from "../support/eventually"
import {
  countUndelivered,
  expireLeases,
  type Instances,
  makeAllDue,
  untilLedgerIsQuiet,
} from "../support/instances"
import type { StoreDriver } from "../support/store-driver"
import type { AuditReport, Delivery } from "../support/audit"
import { patient } from "./scenarios/buyer"
import { type Scene, type Shop, TEST_MODES, unpaidOrderTerms } from "./shop"

const MAX_ROUNDS = 12
const QUIET = { quietMs: 5_000, limitMs: 900_000 }
/** Past every countdown, and into the hour of webhook retries. */
const LEAP_SECONDS = 1_000
/** A retry is due once a minute (contract §8). */
const RETRY_SECONDS = 61
const DELIVERY_LIMIT_MS = 60_000

/** Seconds until core gives up the last lock of a cart that it kept; null where there is none. */
const KEPT_LOCK = `
  SELECT extract(epoch FROM max(updated_at) + interval '121 seconds' - now())::float AS number
    FROM workflow_execution
   WHERE workflow_id = 'complete-cart' AND state = 'waiting_to_compensate'`

/** Seconds until the plugin books the last capture that core was stopped before booking. */
const BEING_BOOKED = `
  SELECT extract(epoch FROM max(created_at) + interval '61 seconds' - now())::float AS number
    FROM capture
   WHERE deleted_at IS NULL
     AND NOT EXISTS (SELECT 1 FROM order_transaction AS booked
                      WHERE booked.reference_id = capture.id AND booked.deleted_at IS NULL)`

const UNDECIDED =
  "SELECT count(*)::int AS number FROM crypto_unpaid_order WHERE updated_at < $1"

/** Orders whose cancellation core has undone get their time again, which a further round ends. */
const PAYABLE =
  "SELECT count(*)::int AS number FROM crypto_unpaid_order WHERE cancel_at > now()"

/** What the auditor finds at the end; first, faults and what the merchant was not answered end. */
export async function settleAndAudit(shop: Shop): Promise<AuditReport> {
  const { instances, driver, scene } = shop
  await driver.control.clearFaults()
  for (const path of scene.cancellations) {
    await patient(driver.admin)
      .post(path)
      .catch(() => {})
  }
  await settleDown(instances, scene)
  // Nothing is there where the recorder has not begun.
  const text = await readFile(shop.eventsFile, "utf8").catch(() => "")
  return await driver.audit({
    testModes: TEST_MODES,
    unpaidOrders: unpaidOrderTerms(scene),
    deliveries: text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Delivery),
  })
}

/**
 * After the disturbances: all is started anew, time passes on both sides, and the
 * webhooks and the job do what they can, until a round changes nothing more.
 * Rejects when that never comes.
 */
async function settleDown(
  { members }: Instances,
  { driver, endedAt }: Scene
): Promise<void> {
  const { client, control } = driver
  await Promise.all(members.map((member) => member.kill()))
  await expireLeases(client)
  await Promise.all(members.map((member) => member.start()))

  await control.advance(LEAP_SECONDS)
  let before = ""
  for (let rounds = 1; rounds <= MAX_ROUNDS; rounds++) {
    await control.advance(RETRY_SECONDS)
    const waiting = await untilDelivered(driver)
    await makeAllDue(client)
    const began = await endUnpaidTime(driver, endedAt)
    await untilLedgerIsQuiet(client, QUIET)
    // One that waits for its cart's lock is quiet, and not decided.
    await eventually(
      async () =>
        (await countOf(driver, UNDECIDED, [began])) === 0 || undefined,
      { limitMs: QUIET.limitMs, otherwise: "An unpaid order stays undecided." }
    )
    const now = await untilLedgerIsQuiet(client, QUIET)
    const left =
      waiting +
      (await countUndelivered(client)) +
      (await countOf(driver, PAYABLE))
    // Core's in-memory engine may give up undoing a failed completion, and keeps the cart's lock.
    // Nor does the ledger show a booking that may be core's.
    const seconds = Math.max(
      await countOf(driver, KEPT_LOCK),
      await countOf(driver, BEING_BOOKED)
    )
    if (seconds > 0) await wait(seconds * 1_000)
    else if (now === before && left === 0) return
    else before = now
  }
  throw new Error(`After ${MAX_ROUNDS} rounds the ledger still changes.`)
}

async function countOf(driver: StoreDriver, sql: string, values?: Date[]) {
  const [row] = await driver.sql<{ number: number | null }>(sql, values)
  return row.number ?? 0
}

/**
 * The time to pay is over for each order that is unpaid still, but for one that core has canceled:
 * where it takes that back, the order can be paid again. Resolves to when that was.
 */
async function endUnpaidTime(
  driver: StoreDriver,
  endedAt: Map<string, number>
): Promise<Date> {
  const now = Date.now()
  const unpaid = await driver.sql<{ id: string }>(
    "SELECT id FROM crypto_unpaid_order WHERE cancel_at IS NOT NULL"
  )
  for (const { id } of unpaid) if (!endedAt.has(id)) endedAt.set(id, now)
  await driver.sql(
    `UPDATE crypto_unpaid_order
        SET next_check_at = now(),
            cancel_at = CASE WHEN cancel_at IS NOT NULL
                             THEN least(cancel_at, now()) END,
            created_at = created_at - interval '1 hour'`
  )
  // Of a half-done order the ledger does not note the time.
  await driver.sql(
    `UPDATE "order" SET created_at = created_at - interval '1 hour'
      WHERE id IN (SELECT link.order_id FROM order_cart AS link
                     JOIN crypto_unpaid_order AS unpaid ON unpaid.id = link.cart_id
                    WHERE unpaid.order_id IS NULL)`
  )
  const [{ began }] = await driver.sql<{ began: Date }>("SELECT now() AS began")
  return began
}

/** Lets what is under way arrive; how many are refused and wait again. */
async function untilDelivered({ control }: StoreDriver): Promise<number> {
  const deadline = Date.now() + DELIVERY_LIMIT_MS
  for (;;) {
    const deliveries = await control.deliveries()
    const waiting = deliveries.filter(({ state }) => state === "waiting")
    const underWay = waiting.filter(
      ({ next_attempt_at_ms }) =>
        next_attempt_at_ms === null || next_attempt_at_ms <= Date.now()
    )
    if (underWay.length === 0 || Date.now() > deadline) return waiting.length
    await wait(200)
  }
}
