import { setTimeout as wait } from "node:timers/promises"
import type { Client } from "pg"

const LOOK_INTERVAL_MS = 500

/**
 * Lets time pass for the ledger, whose clock is the database's: each
 * attempt with a next check, each unpaid order, each task of the job, and what
 * was not delivered yet, is due now; or after some time, in which the job rests.
 */
export async function makeAllDue(db: Client, afterSeconds = 0): Promise<void> {
  const due = `now() + interval '${afterSeconds} seconds'`
  await db.query(
    `UPDATE crypto_payment
        SET next_check_at = ${due}, last_checked_at = now() - interval '1 day'
      WHERE next_check_at IS NOT NULL AND deleted_at IS NULL`
  )
  await db.query(
    `UPDATE crypto_unpaid_order SET next_check_at = ${due}
      WHERE next_check_at IS NOT NULL`
  )
  await db.query(`UPDATE crypto_payment_task SET due_at = ${due}`)
  await db.query(`UPDATE crypto_payment_outbox SET deliver_at = ${due}`)
}

/** Events that did not come back from the event bus, or of which nobody was notified. */
export async function countUndelivered(db: Client): Promise<number> {
  const { rows } = await db.query<{ left: number }>(
    "SELECT count(*)::int AS left FROM crypto_payment_outbox"
  )
  return rows[0].left
}

/**
 * Lets the leases of dead processes run out. Only while no process that could
 * hold one is alive: it would be taken from the living as well.
 */
export async function expireLeases(db: Client): Promise<void> {
  await db.query(
    `UPDATE crypto_payment SET lease_until = now() - interval '1 second'
      WHERE lease_until > now()`
  )
}

/**
 * Resolves to what the ledger says once nothing is due in it and nothing has
 * changed for a while; rejects when that takes too long.
 */
export async function untilLedgerIsQuiet(
  db: Client,
  { quietMs, limitMs }: { quietMs: number; limitMs: number }
): Promise<string> {
  const deadline = Date.now() + limitMs
  let last = await readLedger(db)
  let since = Date.now()
  while (last.busy || Date.now() - since < quietMs) {
    if (Date.now() > deadline) {
      throw new Error(
        `The ledger did not become quiet within ${limitMs / 1_000} seconds; ${last.busy} attempts are due or held.`
      )
    }
    await wait(LOOK_INTERVAL_MS)
    const now = await readLedger(db)
    if (now.everything !== last.everything) since = Date.now()
    last = now
  }
  return last.outcome
}

async function readLedger(
  db: Client
): Promise<{ outcome: string; everything: string; busy: number }> {
  const { rows } = await db.query<{
    outcome: string
    everything: string
    busy: number
  }>(
    `SELECT coalesce(md5(string_agg(concat_ws(' ', id, state, attention_reason,
              gateway_status, order_id), ',' ORDER BY id)), '')
              || (SELECT coalesce(string_agg(concat_ws(' ', id, order_id), ','
                           ORDER BY id), '') FROM crypto_unpaid_order) AS outcome,
            coalesce(md5(string_agg(attempt::text, ',' ORDER BY id)), '')
              || (SELECT coalesce(string_agg(unpaid::text, ',' ORDER BY id), '')
                    FROM crypto_unpaid_order AS unpaid) AS everything,
            (count(*) FILTER (WHERE next_check_at <= now()
                                 OR lease_until > now()))::int
              + (SELECT count(*)::int FROM crypto_unpaid_order
                  WHERE next_check_at <= now()) AS busy
       FROM crypto_payment AS attempt
      WHERE deleted_at IS NULL`
  )
  return rows[0]
}
