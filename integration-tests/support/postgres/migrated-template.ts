import { Client } from "pg"
import { runMedusa } from "../medusa/medusa-process"
import { ensureDatabase } from "."

const TEMPLATE = "medusa-migrated"
const MIGRATION_LOCK = 20261121

/** The plugin does not start without options, and calls no gateway to migrate. */
const NO_GATEWAY = {
  CRYPTO_GATEWAY_URL: "http://localhost:9",
  CRYPTO_MERCHANT_ID: "nobody",
  CRYPTO_API_KEY: "none",
  CRYPTO_WEBHOOK_SECRET: "none",
  CRYPTO_CALLBACK_BASE_URL: "http://localhost:9",
}

/**
 * Creates a database with all of Medusa's tables and ours, empty: a copy of one
 * that the first spec of a run migrates, since migrating takes as long as a
 * whole test. In a PostgreSQL that somebody brought along, nothing is left
 * behind but this database, which is migrated itself.
 *
 * @returns its address
 */
export async function createMigratedDatabase(name: string): Promise<string> {
  if (process.env.TEST_POSTGRES_IS_OURS !== "true") {
    await migrate(name)
    return addressOf(name)
  }
  await onServer(async (client) => {
    // Held by the connection, so that the other workers wait.
    await client.query(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`)
    if (!(await hasTemplate(client))) {
      await migrate(TEMPLATE)
      await client.query(`ALTER DATABASE "${TEMPLATE}" IS_TEMPLATE true`)
    }
    await client.query(
      `CREATE DATABASE ${client.escapeIdentifier(name)} TEMPLATE "${TEMPLATE}"`
    )
  })
  return addressOf(name)
}

/** Runs `medusa db:migrate` on a database, as the repository's own store. */
async function runDbMigrate(
  databaseUrl: string,
  ...flags: string[]
): Promise<void> {
  await runMedusa(["db:migrate", ...flags], {
    env: {
      ...process.env,
      NODE_ENV: "development",
      DATABASE_URL: databaseUrl,
      ...NO_GATEWAY,
    },
  }).success()
}

/** Drops it, whoever is connected. */
export async function dropDatabase(name: string): Promise<void> {
  await onServer((client) =>
    client.query(
      `DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`
    )
  )
}

async function hasTemplate(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    "SELECT 1 FROM pg_database WHERE datname = $1 AND datistemplate",
    [TEMPLATE]
  )
  return rowCount === 1
}

async function migrate(name: string): Promise<void> {
  await ensureDatabase(addressOf(name))
  // The scripts correct rows of earlier versions: there are none.
  await runDbMigrate(addressOf(name), "--skip-scripts", "--skip-search")
}

async function onServer(
  act: (client: Client) => Promise<unknown>
): Promise<void> {
  const client = new Client({ connectionString: addressOf("postgres") })
  await client.connect()
  try {
    await act(client)
  } finally {
    await client.end()
  }
}

function addressOf(database: string): string {
  const { DB_HOST, DB_PORT, DB_USERNAME, DB_PASSWORD } = process.env
  return `postgres://${DB_USERNAME}:${DB_PASSWORD}@${DB_HOST}:${DB_PORT}/${database}`
}
