import fs from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { MikroORM } from "@medusajs/framework/mikro-orm/postgresql"
import { defineMikroOrmCliConfig } from "@medusajs/framework/utils"
import { Client } from "pg"
import * as models from "../../src/modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../../src/modules/crypto-payment/module-key"
import {
  emptyDatabase,
  migratedDatabase,
  newDatabaseName,
} from "./migrated-database"

const folder = path.resolve(
  __dirname,
  "../../src/modules/crypto-payment/migrations"
)

/** Medusa's generator adds it; no attempt is ever deleted. */
const ONLY_IN_MODELS = "IDX_crypto_payment_deleted_at"

/** What a model cannot say; its file names them where they matter. */
const ONLY_IN_MIGRATIONS = [
  "IDX_crypto_payment_address_parts",
  "IDX_crypto_payment_amounts",
  "IDX_crypto_payment_authorized_unique",
  "IDX_crypto_payment_refund_transaction_key_unique",
  "IDX_crypto_payment_refund_transaction_search",
  "crypto_payment_refund.transaction_key",
]

const COLUMNS = `
  SELECT table_name || '.' || column_name AS name,
         concat_ws(' ', data_type, is_nullable, column_default) AS definition
    FROM information_schema.columns
   WHERE table_schema = 'public' AND table_name LIKE 'crypto%'`
const INDEXES = `
  SELECT indexname AS name, indexdef AS definition
    FROM pg_indexes
   WHERE schemaname = 'public' AND tablename LIKE 'crypto%'`
const CONSTRAINTS = `
  SELECT conname AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint
   WHERE connamespace = 'public'::regnamespace
     AND conrelid::regclass::text LIKE 'crypto%'`

async function schemaAt(connectionString: string) {
  const client = new Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<{ name: string; definition: string }>(
    [COLUMNS, INDEXES, CONSTRAINTS].join(" UNION ALL ")
  )
  await client.end()
  return new Map(rows.map(({ name, definition }) => [name, definition]))
}

describe("the ledger's models", () => {
  let clientUrl: string
  let copy: string
  let orm: Awaited<ReturnType<typeof MikroORM.init>>

  beforeAll(async () => {
    const name = newDatabaseName("ledger-models")
    const database = await emptyDatabase(name)
    await database.orm.close()
    clientUrl = database.clientUrl
    copy = await fs.mkdtemp(path.join(os.tmpdir(), "migrations-"))
    await fs.cp(folder, copy, { recursive: true })
    orm = await MikroORM.init(
      defineMikroOrmCliConfig(CRYPTO_PAYMENT_MODULE, {
        entities: Object.values(models),
        clientUrl,
        dbName: name,
        migrations: { path: copy, silent: true },
      })
    )
  })

  afterAll(async () => {
    await orm.close()
    await fs.rm(copy, { recursive: true })
  })

  it("are as the snapshot has them: `plugin:db:generate` finds nothing to do", async () => {
    const { diff } = await orm.getMigrator().createMigration()
    expect(diff).toEqual({ up: [], down: [] })
  })

  it("make the tables that the migrations make, but for what no model can say", async () => {
    await orm.getSchemaGenerator().createSchema()
    const [ofModels, ofMigrations] = await Promise.all([
      schemaAt(clientUrl),
      migratedDatabase(newDatabaseName("ledger-migrated")).then(schemaAt),
    ])
    expect(ofModels.delete(ONLY_IN_MODELS)).toBe(true)
    for (const name of ONLY_IN_MIGRATIONS) {
      expect([name, ofMigrations.delete(name)]).toEqual([name, true])
    }
    expect(ofModels.size).toBeGreaterThan(100)
    expect(Object.fromEntries(ofModels)).toEqual(
      Object.fromEntries(ofMigrations)
    )
  })
})
