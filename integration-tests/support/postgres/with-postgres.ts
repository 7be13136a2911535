/**
 * Runs a command with a throw-away Postgres:
 *
 *   npm run with-postgres -- medusa db:migrate
 *
 * The command finds DATABASE_URL (an empty database) and the DB_* variables
 * of Medusa's test runner in its environment; its exit code is ours.
 */
import { spawn } from "node:child_process"
import path from "node:path"
import { ensureDatabase, startPostgres } from "./index"

async function withPostgres(program: string, args: string[]): Promise<number> {
  const postgres = await startPostgres()
  const databaseUrl = postgres.url("medusa")
  await ensureDatabase(databaseUrl)

  const loader = require.resolve("../../../.build/typescript.js")
  const localCommands = path.resolve(__dirname, "../../../node_modules/.bin")
  const child = spawn(program, args, {
    stdio: "inherit",
    env: {
      ...process.env,
      ...postgres.environment,
      DATABASE_URL: databaseUrl,
      // Medusa's command loads TypeScript by ts-node alone, which is not here.
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} -r ${JSON.stringify(loader)}`,
      PATH: localCommands + path.delimiter + (process.env.PATH ?? ""),
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
if (!program || program === "--help") {
  process.stderr.write("Usage: npm run with-postgres -- COMMAND [arguments]\n")
  process.exitCode = program ? 0 : 2
} else {
  void withPostgres(program, args).then((code) => (process.exitCode = code))
}
