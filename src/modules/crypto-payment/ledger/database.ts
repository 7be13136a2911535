import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Lends a connection to the ledger's tables. */
export type Connect = <Result>(
  work: (db: Knex) => Promise<Result>
) => Promise<Result>

/** How a repository reaches the ledger's tables. */
export type Database = {
  /** For statements that need no transaction. */
  connect: Connect
  /** All statements, or none. */
  transaction: Connect
}

/**
 * The time on the database's clock: the only clock that all processes share,
 * and so the only one that work is scheduled by.
 */
export async function databaseNow(db: Knex): Promise<Date> {
  const { rows } = await db.raw<{ rows: { now: Date }[] }>(
    "SELECT now() AS now"
  )
  return rows[0].now
}

/** An SQL expression: so many seconds from now on the database's clock. */
export function inSeconds(db: Knex, seconds: number) {
  return db.raw("now() + ? * interval '1 second'", [seconds])
}

/** An SQL expression: so many milliseconds from now on the database's clock. */
export function inMs(db: Knex, ms: number) {
  return db.raw("now() + ? * interval '1 millisecond'", [ms])
}
