import type { Knex, SqlEntityManager } from "@medusajs/framework/mikro-orm/knex"
import type { Context } from "@medusajs/framework/types"

/** The query builder of a module's context: its transaction's, where it runs in one. */
export function connection(context: Context): Knex {
  const manager = (context.transactionManager ?? context.manager) as
    SqlEntityManager | undefined
  if (!manager) throw new Error("crypto-payment: no database connection")
  return manager.getTransactionContext<Knex>() ?? manager.getKnex()
}

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
