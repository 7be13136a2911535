import { generateEntityId } from "@medusajs/framework/utils"
import type { Database } from "../database"
import { EVENT_TABLE, type TimelineEntry } from "./rows"

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

/** The append-only entries of attempts. */
export class Timeline {
  constructor(private readonly db: Database) {}

  async append(id: string, entry: TimelineEntry): Promise<boolean> {
    return await appendEvent(this.db, id, entry)
  }
}
