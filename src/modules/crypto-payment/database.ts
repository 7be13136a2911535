/** Names the query builder that Medusa brings; the rest of the ledger knows these types. */
import type { Knex, SqlEntityManager } from "@medusajs/framework/mikro-orm/knex"

/** The ledger's database, or a transaction on it. */
export type Database = Knex

export type Query<Row extends object> = Knex.QueryBuilder<Row, unknown>

/** A query for whole rows, until it selects less. Named, so that the declarations name no other package. */
export type Rows<Row extends object> = Knex.QueryBuilder<Row, Row[]>

export type Sql = Knex.Raw

export type DatabaseManager = SqlEntityManager

export function databaseOf(manager: DatabaseManager): Database {
  return manager.getKnex()
}
