/**
 * Runs a command with a throw-away Postgres:
 *
 *   npm run with-postgres -- medusa db:migrate
 *
 * The command finds DATABASE_URL (an empty database) and the DB_* variables
 * of Medusa's test runner in its environment; its exit code is ours.
 */
import { spawn } from "node:child_process"
import { ensureDatabase, startPostgres } from "./index"

async function withPostgres(program: string, args: string[]): Promise<number> {
  const postgres = await startPostgres()
  const databaseUrl = postgres.url("medusa")
  await ensureDatabase(databaseUrl)

  const loader = require.resolve("../../../scripts/typescript.js")
  const child = spawn(program, args, {
    stdio: "inherit",
    env: {
      ...process.env,
      ...postgres.environment,
      DATABASE_URL: databaseUrl,
      // Medusa's command loads TypeScript by ts-node alone, which is not here.
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} -r ${JSON.stringify(loader)}`,
    },
  })
  // The child decides how to end; we follow it.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => child.kill(signal))
  }
  return new Promise<number>((resolve, reject) => {
    child.once("error", reject)
    child.once("close", (code) => resolve(code ?? 1))
  }).finally(() => postgres.stop())
}

const [program, ...args] = process.argv.slice(2)
if (program) {
  void withPostgres(program, args).then((code) => (process.exitCode = code))
} else {
  process.stderr.write("Usage: npm run with-postgres -- COMMAND [arguments]\n")
  process.exitCode = 2
}
