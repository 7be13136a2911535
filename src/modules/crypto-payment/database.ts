/** Names the query builder that Medusa brings; the rest of the ledger knows these types. */
import type { Knex, SqlEntityManager } from "@medusajs/framework/mikro-orm/knex"

/** The ledger's database, or a transaction on it. */
export type Database = Knex

/** A query for rows that can still be narrowed. */
export type Query<Row extends object> = Knex.QueryBuilder<Row, unknown>

/** What Medusa gives the module to reach its database. */
export type DatabaseManager = SqlEntityManager

/** The database behind Medusa's manager. */
export function databaseOf(manager: DatabaseManager): Database {
  return manager.getKnex()
}
