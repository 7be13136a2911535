import { ensureDatabase } from "../support/postgres"
import { migrateLedger } from "./migrator"

/** Two spec files, and two runs on one server, get different ones. */
export function newDatabaseName(prefix: string): string {
  return `${prefix}-${process.pid}-${Date.now()}`
}

/** Creates a database with the ledger's tables, empty; its address. */
export async function migratedDatabase(name: string): Promise<string> {
  const { DB_HOST, DB_PORT, DB_USERNAME, DB_PASSWORD } = process.env
  const clientUrl = `postgres://${DB_USERNAME}:${DB_PASSWORD}@${DB_HOST}:${DB_PORT}/${name}`
  await ensureDatabase(clientUrl)
  await migrateLedger(clientUrl)
  return clientUrl
}
