import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/**
 * The moment by the database's clock: the only one that all processes share,
 * and so the only one by which work is scheduled.
 */
export async function databaseNow(db: Knex): Promise<Date> {
  const { rows } = await db.raw<{ rows: { now: Date }[] }>(
    "SELECT now() AS now"
  )
  return rows[0].now
}
