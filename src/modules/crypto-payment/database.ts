/** Names the query builder that Medusa brings; the rest of the ledger knows these types. */
import type { Knex, SqlEntityManager } from "@medusajs/framework/mikro-orm/knex"
import { notAllowed } from "../../medusa-errors"

/** The ledger's database, or a transaction on it. */
export type Database = Knex

export type Query<Row extends object> = Knex.QueryBuilder<Row, unknown>

/**
 * A query for whole rows, until it selects less.
 * Named, so that the declarations name no other package.
 */
export type Rows<Row extends object> = Knex.QueryBuilder<Row, Row[]>

/** Of tables that are not the plugin's. */
export type OtherRows = Knex.QueryBuilder

export type Sql = Knex.Raw

export type DatabaseManager = SqlEntityManager

export function databaseOf(manager: DatabaseManager): Database {
  return manager.getKnex()
}

/** Far longer than a short statement takes; what waits so long waits for a row of somebody else. */
const STATEMENT_LIMIT_MS = 10_000

type Connected = { client: { connectionSettings: unknown } }

type Limitable = {
  timeout(ms: number, options: { cancel: boolean }): unknown
}

/**
 * The same connections, and statements that PostgreSQL ends when they take too long. The
 * connections are core's too, so no setting of theirs may be changed, and `SET LOCAL` would cost a
 * statement.
 */
export function limitStatements(
  db: Database,
  limitMs = STATEMENT_LIMIT_MS
): Database {
  const limited = db.withUserParams({})
  // Its copy of the settings lacks a password that stands beside a host, which canceling needs.
  const [from, to]: Connected[] = [db, limited]
  to.client.connectionSettings = from.client.connectionSettings
  limited.on("start", (statement: Limitable) =>
    statement.timeout(limitMs, { cancel: true })
  )
  return limited
}

/** Of one statement of a search, of totals or of an export. */
const READ_LIMIT_MS = 10_000

/**
 * Reads in one transaction, whose statements PostgreSQL stops by itself once they take too long,
 * also where nobody waits for the answer any more.
 * @throws MedusaError NOT_ALLOWED, for the person who waits, where one was stopped
 */
export async function readInTime<Result>(
  db: Database,
  read: (db: Database) => Promise<Result>,
  limitMs = READ_LIMIT_MS
): Promise<Result> {
  try {
    return await db.transaction(async (transaction) => {
      await limitReads(transaction, limitMs)
      return await read(transaction)
    })
  } catch (error) {
    throw inPlainWords(error)
  }
}

/** Until the transaction ends. */
export async function limitReads(
  transaction: Database,
  limitMs = READ_LIMIT_MS
): Promise<void> {
  await transaction.raw(`SET LOCAL statement_timeout = ${limitMs}`)
}

/** `query_canceled`, which PostgreSQL answers with where a statement took too long. */
const STOPPED = "57014"

export function inPlainWords(error: unknown): unknown {
  return error instanceof Error && Reflect.get(error, "code") === STOPPED
    ? notAllowed(
        "This took too long, so it was stopped. Search for fewer or longer words, or for a shorter period."
      )
    : error
}
