/**
 * Runs a command with a throw-away Postgres:
 *
 *   ts-node integration-tests/support/postgres/with-postgres.ts medusa db:migrate
 *
 * The command finds DATABASE_URL (an empty database) and the DB_* variables
 * of Medusa's test runner in its environment; its exit code is ours.
 */
import { spawn } from "node:child_process"
import path from "node:path"
import { ensureDatabase, startPostgres } from "./index"

const DATABASE = "medusa"

async function main(): Promise<void> {
  const [command, ...args] = process.argv.slice(2)
  if (!command) throw new Error("with-postgres: which command shall run?")

  const postgres = await startPostgres()
  const databaseUrl = postgres.url(DATABASE)
  await ensureDatabase(databaseUrl)

  const localCommands = path.resolve(__dirname, "../../../node_modules/.bin")
  const child = spawn(command, args, {
    stdio: "inherit",
    env: {
      ...process.env,
      ...postgres.environment,
      DATABASE_URL: databaseUrl,
      PATH: localCommands + path.delimiter + (process.env.PATH ?? ""),
    },
  })
  // The child decides how to end; we follow it.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => child.kill(signal))
  }
  process.exitCode = await new Promise<number>((resolve, reject) => {
    child.once("error", reject)
    child.once("close", (code) => resolve(code ?? 1))
  }).finally(() => postgres.stop())
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
