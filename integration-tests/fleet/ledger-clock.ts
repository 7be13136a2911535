import type { Client } from "pg"
import { eventually } from "../demo/check/eventually"

const JOB_LIMIT_MS = 180_000

/**
 * Lets time pass for the ledger, whose clock is the database's: all that is
 * watched is due now.
 */
export async function makeAllDue(db: Client): Promise<void> {
  await db.query(
    `UPDATE crypto_payment
        SET next_check_at = now(), last_checked_at = now() - interval '1 day'
      WHERE next_check_at IS NOT NULL AND deleted_at IS NULL`
  )
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

/** Resolves when the reconcile job has looked at all that was due. */
export async function waitForJob(db: Client): Promise<void> {
  await eventually(
    async () => {
      const { rows } = await db.query<{ busy: boolean }>(
        `SELECT count(*) > 0 AS busy FROM crypto_payment
          WHERE deleted_at IS NULL
            AND (next_check_at <= now() OR lease_until > now())`
      )
      return rows[0]?.busy ? undefined : true
    },
    {
      limitMs: JOB_LIMIT_MS,
      otherwise: "The reconcile job did not get done with what was due.",
    }
  )
}
