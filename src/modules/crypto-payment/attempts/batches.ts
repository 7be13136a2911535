import type { Database } from "../database"
import { attempts, ATTEMPT_TABLE, inSeconds } from "./rows"

/**
 * The due attempts of a merchant that one run has taken for its sweep. `until` is the
 * next_check_at of each, in whole milliseconds, so that it survives as a Date.
 */
export type Batch = { merchant_id: string; until: Date; count: number }

/** A check that found nothing new: milliseconds to the next one, null for never. */
export type Check = { id: string; delayMs: number | null }

/** A merchant's payments that the gateway's list may show, by provider. */
export type SweepDemand = {
  merchant_id: string
  provider_id: string
  /** Open or closed attempts whose next check is due. */
  due: number
  oldest_due: Date | null
  /** Open attempts of the last hour: their shoppers may be paying right now. */
  close: number
  oldest_close: Date | null
  fresh: number
}

/** How a payment of the gateway's list is found in the ledger. */
export type ListedIds = { id: string; external_id?: string }

/** Reads and writes of the sweep, which compares the gateway's list with the ledger. */
export class Batches {
  constructor(private readonly db: Database) {}

  /** The merchants with attempts that are due, or open and not older than a day. */
  async findDemand(): Promise<SweepDemand[]> {
    const { rows } = await this.db.raw<{ rows: SweepDemand[] }>(
      `SELECT merchant_id, provider_id,
                count(*) FILTER (WHERE due)::int AS due,
                min(created_at) FILTER (WHERE due) AS oldest_due,
                count(*) FILTER (WHERE close)::int AS close,
                min(created_at) FILTER (WHERE close) AS oldest_close,
                count(*) FILTER (WHERE fresh)::int AS fresh
           FROM (SELECT merchant_id, provider_id, created_at,
                        coalesce(next_check_at <= now(), false) AS due,
                        state = 'open' AND created_at > now() - interval '1 hour' AS close,
                        state = 'open' AND created_at > now() - interval '1 day' AS fresh
                   FROM ${ATTEMPT_TABLE}
                  WHERE deleted_at IS NULL AND gateway_payment_id IS NOT NULL
                    AND (next_check_at <= now() AND state IN ('open', 'closed')
                         OR state = 'open' AND created_at > now() - interval '1 day')
                ) AS listed
          GROUP BY merchant_id, provider_id`
    )
    return rows
  }

  /** Takes the due attempts of a merchant that the gateway's list may show. */
  async dequeue(merchantId: string, limit: number, postponeSeconds: number) {
    const { rows } = await this.db.raw<{
      rows: { until: Date; count: number }[]
    }>(
      `WITH taken_until AS MATERIALIZED (
           SELECT date_trunc('milliseconds', now() + ? * interval '1 second') AS until),
         due AS MATERIALIZED (
           SELECT id FROM ${ATTEMPT_TABLE}
            WHERE next_check_at <= now() AND deleted_at IS NULL
              AND merchant_id = ? AND state IN ('open', 'closed')
              AND gateway_payment_id IS NOT NULL
            ORDER BY next_check_at
            LIMIT ?
            FOR UPDATE SKIP LOCKED),
         taken AS (
           UPDATE ${ATTEMPT_TABLE} AS attempt
              SET next_check_at = taken_until.until
             FROM due, taken_until
            WHERE attempt.id = due.id
           RETURNING 1)
         SELECT taken_until.until, (SELECT count(*) FROM taken)::int AS count
           FROM taken_until`,
      [postponeSeconds, merchantId, limit]
    )
    return { merchant_id: merchantId, ...rows[0] }
  }

  /** Counts checks of a batch's attempts, and schedules the next ones, in one statement. */
  async reschedule({ until }: Batch, checks: readonly Check[]): Promise<void> {
    if (checks.length === 0) return
    const values = checks.map(() => "(?, ?::bigint)").join(", ")
    await this.db.raw(
      `UPDATE ${ATTEMPT_TABLE} AS attempt
            SET checks = checks + 1, last_checked_at = now(),
                next_check_at = now() + checked.delay_ms * interval '1 millisecond'
           FROM (VALUES ${values}) AS checked (id, delay_ms)
          WHERE attempt.id = checked.id AND attempt.next_check_at = ?`,
      [...checks.flatMap(({ id, delayMs }) => [id, delayMs]), until]
    )
  }

  /** Releases what the sweep did not reach; due again after so many seconds. */
  async release({ merchant_id, until }: Batch, afterSeconds: number) {
    return await attempts(this.db)
      .where({ merchant_id, next_check_at: until })
      .update({ next_check_at: inSeconds(this.db, afterSeconds) })
  }

  /** By the gateway's id, or by external_id where an attempt never got that id. */
  async findListed(merchantId: string, page: readonly ListedIds[]) {
    const known = await attempts(this.db)
      .where({ merchant_id: merchantId })
      .whereIn(
        "gateway_payment_id",
        page.map(({ id }) => id)
      )
    const knownIds = new Set(known.map((row) => row.gateway_payment_id))
    const externalIds = page.flatMap(({ id, external_id }) =>
      external_id && !knownIds.has(id) ? [external_id] : []
    )
    if (externalIds.length === 0) return known
    const creating = await attempts(this.db)
      .where({ merchant_id: merchantId, state: "creating" })
      .whereNull("gateway_payment_id")
      .whereIn("external_id", externalIds)
    return [...known, ...creating]
  }
}
