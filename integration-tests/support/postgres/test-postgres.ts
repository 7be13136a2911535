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

/** Starts the server of this process and its children, which find it in their environment. */
export async function startTestPostgres(): Promise<void> {
  running ??= await startPostgres()
  Object.assign(process.env, running.environment)
}

export async function stopTestPostgres(): Promise<void> {
  await running?.stop()
  for (const name in running?.environment) delete process.env[name]
  running = undefined
}

const TEMPLATE = "medusa-migrated"
const MIGRATION_LOCK = 20261121

/** The plugin does not start without options, and calls no gateway to migrate. */
function nowhere(): MedusaSurroundings {
  const url = "http://localhost:9"
  const nobody = { merchantId: "none", apiKey: "none", webhookSecret: "none" }
  const gateway = gatewayEnvironment({ url, ...nobody }, url)
  return { env: { ...process.env, ...gateway, NODE_ENV: "development" } }
}

/**
 * Creates a database with all of Medusa's tables and ours, empty: a copy of one
 * that is migrated first of all, since migrating takes as long as a whole test.
 *
 * @returns its address
 */
export async function createMigratedDatabase(
  name: string,
  surroundings = nowhere()
): Promise<string> {
  await connected(databaseAddress("postgres"), async (client) => {
    // Held by the connection, so that the other workers wait.
    await client.query(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`)
    const { rowCount } = await client.query(
      "SELECT 1 FROM pg_database WHERE datname = $1 AND datistemplate",
      [TEMPLATE]
    )
    if (rowCount === 0) {
      const DATABASE_URL = databaseAddress(TEMPLATE)
      await ensureDatabase(DATABASE_URL)
      // The scripts correct rows of earlier versions: there are none.
      await runMedusa(["db:migrate", "--skip-scripts", "--skip-search"], {
        ...surroundings,
        env: { ...surroundings.env, DATABASE_URL },
      }).success()
      await client.query(`ALTER DATABASE "${TEMPLATE}" IS_TEMPLATE true`)
    }
    await client.query(
      `CREATE DATABASE ${client.escapeIdentifier(name)} TEMPLATE "${TEMPLATE}"`
    )
  })
  return databaseAddress(name)
}

/** Drops it, whoever is connected. */
export async function dropDatabase(name: string): Promise<void> {
  await connected(databaseAddress("postgres"), (client) =>
    client.query(
      `DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`
    )
  )
}

/** Of a database on the server that the environment names. */
export function databaseAddress(database: string): string {
  const { DB_HOST, DB_PORT, DB_USERNAME, DB_PASSWORD } = process.env
  return `postgres://${DB_USERNAME}:${DB_PASSWORD}@${DB_HOST}:${DB_PORT}/${database}`
}
