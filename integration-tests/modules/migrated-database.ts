import path from "node:path"
import { MikroORM } from "@medusajs/framework/mikro-orm/postgresql"
import { CustomDBMigrator } from "@medusajs/framework/utils"

import { ensureDatabase } from "../support/postgres"

const folder = path.resolve(
  __dirname,
  "../../src/modules/crypto-payment/migrations"
)

/** Two spec files, and two runs on one server, get different ones. */
export function newDatabaseName(prefix: string): string {
  return `${prefix}-${process.pid}-${Date.now()}`
}

/** Creates a database, with what runs the ledger's migrations there and takes them back. */
export async function emptyDatabase(name: string) {
  const { DB_HOST, DB_PORT, DB_USERNAME, DB_PASSWORD } = process.env
  const clientUrl = `postgres://${DB_USERNAME}:${DB_PASSWORD}@${DB_HOST}:${DB_PORT}/${name}`
  await ensureDatabase(clientUrl)
  const orm = await MikroORM.init({
    clientUrl,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    migrations: { path: folder, pathTs: folder, silent: true, snapshot: false },
    extensions: [CustomDBMigrator],
  })
  return { clientUrl, orm }
}

/** Creates a database with the ledger's tables, empty; its address. */
export async function migratedDatabase(name: string): Promise<string> {
  const { clientUrl, orm } = await emptyDatabase(name)
  try {
    await orm.getMigrator().up()
  } finally {
    await orm.close()
  }
  return clientUrl
}
