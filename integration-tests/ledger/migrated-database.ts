import path from "node:path"
import { MikroORM } from "@medusajs/framework/mikro-orm/postgresql"
import { CustomDBMigrator } from "@medusajs/framework/utils"

import { ensureDatabase } from "../postgres"

const folder = path.resolve(
  __dirname,
  "../../src/modules/crypto-payment/migrations"
)

/** A database of its own with the ledger's tables, empty; its address. */
export async function migratedDatabase(name: string): Promise<string> {
  const { DB_HOST, DB_PORT, DB_USERNAME, DB_PASSWORD } = process.env
  const clientUrl = `postgres://${DB_USERNAME}:${DB_PASSWORD}@${DB_HOST}:${DB_PORT}/${name}-${process.pid}-${Date.now()}`
  await ensureDatabase(clientUrl)
  const orm = await MikroORM.init({
    clientUrl,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    migrations: { path: folder, pathTs: folder, silent: true, snapshot: false },
    extensions: [CustomDBMigrator],
  })
  try {
    await orm.getMigrator().up()
  } finally {
    await orm.close()
  }
  return clientUrl
}
