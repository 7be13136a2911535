import type { Knex, SqlEntityManager } from "@medusajs/framework/mikro-orm/knex"
import type { Context } from "@medusajs/framework/types"

/** The query builder of a module's context: its transaction's, where it runs in one. */
export function connection(context: Context): Knex {
  const manager = (context.transactionManager ?? context.manager) as
    SqlEntityManager | undefined
  if (!manager) throw new Error("crypto-payment: no database connection")
  return manager.getTransactionContext<Knex>() ?? manager.getKnex()
}
