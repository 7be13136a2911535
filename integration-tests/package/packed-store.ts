import fs from "node:fs"
import path from "node:path"
import { cleanEnvironment } from "../support/clean-environment"
import { ensureDatabase, freePort } from "../support/postgres"
import { runCommand } from "../support/run-command"
import { RunningProgram } from "../support/running-program"
import type { SeededStore } from "../support/store"
import { StoreDriver } from "../support/store-driver"

/** Who may log in to the admin of a packed store. */
export const PACKED_STORE_ADMIN = {
  email: "admin@example.test",
  password: "secret-word",
}

/** What the sandbox's command prints first. */
type SandboxLine = Record<
  "url" | "merchant_id" | "api_key" | "webhook_secret" | "control_url",
  string
>

/**
 * An application with the packed plugin, as it runs in production,
 * and the packed sandbox beside it.
 */
export type PackedStore = {
  /** Address of Medusa. */
  url: string
  gatewayUrl: string
  /** Plays its people. @param store what it sells; by default what seed.ts made */
  drive(store?: SeededStore): Promise<StoreDriver>
  stop(): Promise<void>
}

/** Of an application that sells nothing by itself. */
export const SEED_SCRIPT = "integration-tests/package/seed.ts"

/** The database of this name on the server of this Jest run. */
export function testDatabaseUrl(name: string): string {
  const { DB_PORT, DB_USERNAME, DB_PASSWORD } = process.env
  return `postgres://${DB_USERNAME}:${DB_PASSWORD}@localhost:${DB_PORT}/${name}`
}

/**
 * Migrates, builds with the admin, seeds and starts an application whose
 * packages are installed.
 *
 * @param databaseUrl of a new database
 * @param additions environment of Medusa beside what the plugin needs
 */
export async function startPackedStore(
  application: string,
  databaseUrl: string,
  additions: Record<string, string> = {}
): Promise<PackedStore> {
  const program = (name: string) =>
    path.join(application, "node_modules/.bin", name)
  const medusa = program("medusa")
  await ensureDatabase(databaseUrl)
  const port = await freePort()
  const url = `http://localhost:${port}`
  const seedResult = path.join(application, "seed.json")
  const sandboxProgram = new RunningProgram(
    program("medusa-payment-crypto-sandbox"),
    ["--port", "0", "--retry-interval", "1", "--control"],
    { cwd: application, env: cleanEnvironment() }
  )
  let server: RunningProgram | undefined
  let driver: StoreDriver | undefined
  const stop = async () => {
    await driver?.close()
    await Promise.all([server?.stop(), sandboxProgram.stop()])
  }
  try {
    const [line] = await sandboxProgram.says(/^\{.*\}$/m)
    const sandbox: SandboxLine = JSON.parse(line)
    const env = cleanEnvironment({
      DATABASE_URL: databaseUrl,
      NODE_ENV: "production",
      JWT_SECRET: "a",
      COOKIE_SECRET: "b",
      CRYPTO_GATEWAY_URL: sandbox.url,
      CRYPTO_MERCHANT_ID: sandbox.merchant_id,
      CRYPTO_API_KEY: sandbox.api_key,
      CRYPTO_WEBHOOK_SECRET: sandbox.webhook_secret,
      CRYPTO_CALLBACK_BASE_URL: url,
      SEED_RESULT: seedResult,
      ...additions,
    })
    const { email, password } = PACKED_STORE_ADMIN
    const run = (...args: string[]) =>
      runCommand(medusa, args, { cwd: application, env })
    await run("db:migrate")
    await run("user", "-e", email, "-p", password)
    await run("build")
    if (fs.existsSync(path.join(application, SEED_SCRIPT))) {
      await run("exec", `./${SEED_SCRIPT}`)
    }
    server = new RunningProgram(medusa, ["start", "--port", String(port)], {
      cwd: path.join(application, ".medusa/server"),
      env,
    })
    await server.answers(`${url}/health`)
    return {
      url,
      gatewayUrl: sandbox.url,
      drive: async (
        store = JSON.parse(fs.readFileSync(seedResult, "utf8")) as SeededStore
      ) => {
        driver = new StoreDriver({
          url,
          databaseUrl,
          adminUser: PACKED_STORE_ADMIN,
          sandbox: { controlUrl: sandbox.control_url },
          store,
        })
        return await driver.open()
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
