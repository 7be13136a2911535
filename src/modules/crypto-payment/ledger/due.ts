import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import { attemptTable, type Attempt } from "./rows"

/**
 * Takes up to `limit` attempts whose next look is due, those that wait longest
 * first, and puts them off by `holdSeconds`: two reconcilers never take the
 * same one, and what a crash leaves behind comes back by itself.
 */
export async function takeDue(
  db: Knex,
  limit: number,
  holdSeconds: number
): Promise<Attempt[]> {
  const { rows } = await db.raw<{ rows: Attempt[] }>(
    `WITH due AS MATERIALIZED (
       SELECT id FROM ${attemptTable}
        WHERE next_check_at <= now() AND deleted_at IS NULL
        ORDER BY next_check_at
        LIMIT ?
        FOR UPDATE SKIP LOCKED)
     UPDATE ${attemptTable} AS attempt
        SET next_check_at = now() + ? * interval '1 second'
       FROM due
      WHERE attempt.id = due.id
     RETURNING attempt.*`,
    [limit, holdSeconds]
  )
  return rows
}
