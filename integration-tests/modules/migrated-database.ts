import { ensureDatabase } from "../support/postgres"
import { migrateLedger } from "./migrator"

/** A database of its own with the ledger's tables, empty; its address. */
export async function migratedDatabase(name: string): Promise<string> {
  const { DB_HOST, DB_PORT, DB_USERNAME, DB_PASSWORD } = process.env
  const clientUrl = `postgres://${DB_USERNAME}:${DB_PASSWORD}@${DB_HOST}:${DB_PORT}/${name}-${process.pid}-${Date.now()}`
  await ensureDatabase(clientUrl)
  await migrateLedger(clientUrl)
  return clientUrl
}
