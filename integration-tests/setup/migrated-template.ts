import { Client } from "pg"
import { MedusaProcess } from "../demo/medusa-process"
import { ensureDatabase } from "../postgres"

const TEMPLATE = "medusa-migrated"
const MIGRATION_LOCK = 20261121

/**
 * Creates a database with all of Medusa's tables and ours, empty: a copy of one
 * that the first spec of a run migrates, since migrating takes as long as a
 * whole test. Does nothing on a PostgreSQL that somebody brought along.
 */
export async function createMigratedDatabase(name: string): Promise<void> {
  if (process.env.TEST_POSTGRES_IS_OURS !== "true") return
  const client = new Client({ connectionString: addressOf("postgres") })
  await client.connect()
  try {
    // Held by the connection, so that the other workers wait.
    await client.query(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`)
    if (!(await isMigrated(client))) await migrate(client)
    await client.query(
      `CREATE DATABASE ${client.escapeIdentifier(name)} TEMPLATE "${TEMPLATE}"`
    )
  } finally {
    await client.end()
  }
}

async function isMigrated(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    "SELECT 1 FROM pg_database WHERE datname = $1 AND datistemplate",
    [TEMPLATE]
  )
  return rowCount === 1
}

async function migrate(client: Client): Promise<void> {
  await ensureDatabase(addressOf(TEMPLATE))
  await new MedusaProcess(["db:migrate"], {
    environment: {
      ...process.env,
      NODE_ENV: "development",
      DATABASE_URL: addressOf(TEMPLATE),
    },
  }).success()
  await client.query(`ALTER DATABASE "${TEMPLATE}" IS_TEMPLATE true`)
}

function addressOf(database: string): string {
  const { DB_HOST, DB_PORT, DB_USERNAME, DB_PASSWORD } = process.env
  return `postgres://${DB_USERNAME}:${DB_PASSWORD}@${DB_HOST}:${DB_PORT}/${database}`
}
