import {
  type MedusaSurroundings,
  gatewayEnvironment,
  runMedusa,
} from "../medusa/medusa-process"
import {
  connected,
  ensureDatabase,
  type RunningPostgres,
  startPostgres,
} from "."

let running: RunningPostgres | undefined

/** Starts the server that all specs of one Jest run share; its workers inherit the environment. */
export async function startTestPostgres(): Promise<void> {
  running ??= await startPostgres()
  Object.assign(process.env, running.environment)
}

export async function stopTestPostgres(): Promise<void> {
  await running?.stop()
}

const TEMPLATE = "medusa-migrated"
const MIGRATION_LOCK = 20261121

/**
 * Creates a database with all of Medusa's tables and ours, empty: a copy of one
 * that the first spec of a run migrates, since migrating takes as long as a
 * whole test.
 *
 * @returns its address
 */
export async function createMigratedDatabase(name: string): Promise<string> {
  await connected(addressOf("postgres"), async (client) => {
    // Held by the connection, so that the other workers wait.
    await client.query(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`)
    const { rowCount } = await client.query(
      "SELECT 1 FROM pg_database WHERE datname = $1 AND datistemplate",
      [TEMPLATE]
    )
    if (rowCount === 0) {
      // The plugin does not start without options, and calls no gateway to migrate.
      const nobody = {
        merchantId: "none",
        apiKey: "none",
        webhookSecret: "none",
      }
      const url = "http://localhost:9"
      const gateway = gatewayEnvironment({ url, ...nobody }, url)
      const env = { ...process.env, ...gateway, NODE_ENV: "development" }
      await migrate(addressOf(TEMPLATE), { env })
      await client.query(`ALTER DATABASE "${TEMPLATE}" IS_TEMPLATE true`)
    }
    await client.query(
      `CREATE DATABASE ${client.escapeIdentifier(name)} TEMPLATE "${TEMPLATE}"`
    )
  })
  return addressOf(name)
}

/** Makes a database with all of Medusa's tables and ours, as the repository's own store. */
export async function migrate(
  databaseUrl: string,
  surroundings: MedusaSurroundings
): Promise<void> {
  await ensureDatabase(databaseUrl)
  // The scripts correct rows of earlier versions: there are none.
  await runMedusa(["db:migrate", "--skip-scripts", "--skip-search"], {
    ...surroundings,
    env: { ...surroundings.env, DATABASE_URL: databaseUrl },
  }).success()
}

/** Drops it, whoever is connected. */
export async function dropDatabase(name: string): Promise<void> {
  await connected(addressOf("postgres"), (client) =>
    client.query(
      `DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`
    )
  )
}

function addressOf(database: string): string {
  const { DB_HOST, DB_PORT, DB_USERNAME, DB_PASSWORD } = process.env
  return `postgres://${DB_USERNAME}:${DB_PASSWORD}@${DB_HOST}:${DB_PORT}/${database}`
}
