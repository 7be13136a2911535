import { generateEntityId } from "@medusajs/framework/utils"
import type { Database } from "../database"
import { ATTEMPT_TABLE, EVENT_TABLE, type TimelineEntry } from "./rows"
import type { AttemptState } from "./states"

/**
 * Appends to an attempt's timeline, in the caller's transaction, unless it has
 * the entry's `fact` already.
 * @returns whether it was written.
 */
export async function appendEvent(
  db: Database,
  attemptId: string,
  entry: TimelineEntry
): Promise<boolean> {
  const written = await db(EVENT_TABLE)
    .insert({
      id: generateEntityId(undefined, "cpayev"),
      crypto_payment_id: attemptId,
      type: entry.type,
      source: entry.source,
      fact: entry.fact ?? null,
      data: entry.data ? JSON.stringify(entry.data) : null,
      at: db.fn.now(),
    })
    .onConflict(
      db.raw(
        "(crypto_payment_id, fact) WHERE fact IS NOT NULL AND deleted_at IS NULL"
      )
    )
    .ignore()
    .returning("id")
  return written.length > 0
}

/** States in which nothing more is expected of a payment. */
const FINISHED: AttemptState[] = ["settled", "resolved", "closed"]

/** Where reading the timelines continues: PostgreSQL's own text of a time, and an id. */
type Mark = { at: string; id: string }

/** Of the gateway's merchant with this id; `batch` entries are read at once. */
type Cleanup = {
  merchantId: string
  olderThanDays: number
  batch: number
  after?: Mark
}

/** The append-only entries of attempts. */
export class Timeline {
  constructor(private readonly db: Database) {}

  async append(id: string, entry: TimelineEntry): Promise<boolean> {
    return await appendEvent(this.db, id, entry)
  }

  /**
   * Deletes old timeline entries of payments that are finished and have no further
   * check. The payments stay, with their outcome and the refunds recorded.
   */
  async deleteOld({
    merchantId,
    olderThanDays,
    batch,
    after,
  }: Cleanup): Promise<{ deleted: number; next?: Mark }> {
    const { rows } = await this.db.raw<{
      rows: { deleted: string; read: string; at: string; id: string }[]
    }>(
      `WITH page AS (
         SELECT id, at, crypto_payment_id
           FROM ${EVENT_TABLE}
          WHERE deleted_at IS NULL
            AND at < now() - ? * interval '1 day'
            AND (at, id) > (?::timestamptz, ?)
          ORDER BY at, id
          LIMIT ?),
       gone AS (
         DELETE FROM ${EVENT_TABLE} AS entry
          USING page, ${ATTEMPT_TABLE} AS attempt
          WHERE entry.id = page.id
            AND attempt.id = page.crypto_payment_id
            AND attempt.merchant_id = ?
            AND attempt.state = ANY(?)
            AND attempt.next_check_at IS NULL
         RETURNING entry.id)
       SELECT (SELECT count(*) FROM gone) AS deleted,
              (SELECT count(*) FROM page) AS read,
              last.at::text AS at, last.id
         FROM (SELECT at, id FROM page ORDER BY at DESC, id DESC LIMIT 1) AS last`,
      [
        olderThanDays,
        after?.at ?? "-infinity",
        after?.id ?? "",
        batch,
        merchantId,
        FINISHED,
      ]
    )
    if (rows.length === 0) return { deleted: 0 }
    const [{ deleted, read, at, id }] = rows
    const next = Number(read) < batch ? undefined : { at, id }
    return { deleted: Number(deleted), next }
  }
}
