import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import { eventTable, type TimelineEntry } from "./rows"

/**
 * Appends to an attempt's timeline. An entry with a `fact` that is already
 * there is the same fact told again: nothing is written.
 *
 * @returns whether it was news.
 */
export async function appendEvent(
  db: Knex,
  attemptId: string,
  entry: TimelineEntry
): Promise<boolean> {
  const written = await db(eventTable)
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
