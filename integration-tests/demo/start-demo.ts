import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import type { TokenSettings } from "../../src/coins"
import {
  type Sandbox,
  type SandboxOptions,
  startSandbox,
} from "../../src/sandbox"
import type { PlaceOrder } from "../../src/modules/crypto-payment/internal"
import type { SeededStore } from "../support/store"
import { choosePort } from "./choose-port"
import { buildAdmin } from "../support/medusa/build-admin"
import { demoEnvironment } from "../support/medusa/demo-environment"
import {
  type MedusaSurroundings,
  runMedusa,
  serveMedusa,
} from "../support/medusa/medusa-process"
import { startStorefront } from "./storefront/start-storefront"
import { startDatabase } from "../support/medusa/start-database"
import { Teardown } from "../support/medusa/teardown"
import { telemetryOff } from "../support/medusa/telemetry-off"

const START_LIMIT_MS = 600_000
const ADMIN_USER = { email: "admin@demo.test", password: "demo-admin" }
const WELL_KNOWN = { medusa: 9000, storefront: 8000, sandbox: 8787 }

export type DemoOptions = {
  /**
   * Serve Medusa's admin, by its development server or built once at the start.
   * The admin API is there in any case.
   * @default true
   */
  admin?: boolean | "built"
  /**
   * Take the ports 9000, 8000 and 8787 where they are free.
   * @default false (any free ports)
   */
  wellKnownPorts?: boolean
  /** When the shop places its orders. @default "after_payment" */
  placeOrder?: PlaceOrder
  /** The plugin's option `tokens`. @default none */
  tokens?: TokenSettings
  /** The sandbox's set of codes. @default its own */
  coins?: SandboxOptions["coins"]
  /**
   * Cron schedule of the reconcile job.
   * @default every minute
   */
  reconcileSchedule?: string
  /**
   * A database of somebody else's that has all tables, and no rows yet.
   * @default one in a PostgreSQL of its own
   */
  migratedDatabaseUrl?: string
  /** Ends the start, or Medusa if it is running; `stop` is still due then. */
  signal?: AbortSignal
  /** Gets a sentence about each step of the start. */
  tell?: (sentence: string) => void
  /** Gets everything that Medusa prints. */
  onMedusaOutput?: (text: string) => void
}

/** The running demo: a shop, its Medusa, and the gateway it is paid through. */
export type Demo = {
  storefrontUrl: string
  medusaUrl: string
  sandbox: Sandbox
  adminUser: { email: string; password: string }
  store: SeededStore
  /** For the auditor: what Medusa's database has. */
  databaseUrl: string
  placeOrder: PlaceOrder
  /** The last lines of Medusa's log. */
  medusaLog(): string
  /** Starts Medusa again, where it was, with some variables changed. */
  restartMedusa(changes: NodeJS.ProcessEnv): Promise<void>
  /** Rejects when Medusa ends. */
  untilItFails(): Promise<never>
  /** Resolves when nothing of the demo is left. */
  stop(): Promise<void>
}

/** Starts all of the demo, on loopback only; leaves nothing when it fails. */
export async function startDemo(options: DemoOptions = {}): Promise<Demo> {
  const teardown = new Teardown()
  try {
    return await startParts(options, teardown)
  } catch (error) {
    // What went wrong first is what a person has to know.
    await teardown.run().catch(() => {})
    throw error
  }
}

async function startParts(
  {
    admin = true,
    wellKnownPorts = false,
    placeOrder = "after_payment",
    tokens,
    coins,
    reconcileSchedule = "* * * * *",
    migratedDatabaseUrl,
    signal,
    tell = () => {},
    onMedusaOutput,
  }: DemoOptions,
  teardown: Teardown
): Promise<Demo> {
  const port = (part: keyof typeof WELL_KNOWN) =>
    choosePort(wellKnownPorts ? WELL_KNOWN[part] : undefined)
  const medusaPort = await port("medusa")
  const storefrontPort = await port("storefront")
  const medusaUrl = `http://localhost:${medusaPort}`
  const storefrontUrl = `http://localhost:${storefrontPort}`

  const folder = await mkdtemp(path.join(tmpdir(), "demo-"))
  teardown.add(() => rm(folder, { recursive: true, force: true }))

  tell("Starting PostgreSQL")
  const databaseUrl =
    migratedDatabaseUrl ?? (await startDatabase("demo", teardown))
  tell("Starting the sandbox gateway")
  const sandbox = await startSandbox({
    port: await port("sandbox"),
    control: true,
    retryIntervalSeconds: 5,
    coins,
  })
  teardown.add(() => sandbox.close())

  const surroundings: MedusaSurroundings = {
    env: {
      ...demoEnvironment({
        databaseUrl,
        medusaUrl,
        storefrontUrl,
        sandbox,
        admin: admin !== false,
        reconcileSchedule,
      }),
      // Not "development", or Medusa would not serve what was built; and not
      // "production", or its cookies would need https.
      ...(admin === "built" ? { NODE_ENV: "test" } : {}),
      CRYPTO_PLACE_ORDER: placeOrder,
      CRYPTO_TOKENS: tokens && JSON.stringify(tokens),
      ...(await telemetryOff(path.join(folder, "settings"))),
    },
    onOutput: onMedusaOutput,
    signal,
  }
  const startMedusa = (...args: string[]) => runMedusa(args, surroundings)

  if (!migratedDatabaseUrl) {
    tell("Migrating the database (about a minute)")
    await startMedusa("db:migrate").success()
  }
  if (admin === "built") {
    tell("Building the admin")
    await buildAdmin(surroundings.env, storefrontUrl, teardown)
  }
  tell("Seeding the store: a region, products and an admin user")
  const storeFile = path.join(folder, "store.json")
  await startMedusa(
    ...["exec", "./integration-tests/demo/seed.ts"],
    ...[ADMIN_USER.email, ADMIN_USER.password, storeFile]
  ).success()
  const store: SeededStore = JSON.parse(await readFile(storeFile, "utf8"))

  tell(`Starting Medusa ${admin ? "with" : "without"} the admin`)
  const serve = (changes: NodeJS.ProcessEnv) =>
    serveMedusa(medusaPort, {
      ...surroundings,
      env: { ...surroundings.env, ...changes },
    })
  const untilServed = () =>
    medusa.answers(`${medusaUrl}/health`, START_LIMIT_MS)
  let medusa = serve({})
  teardown.add(() => medusa.stop())
  await untilServed()

  tell("Building and starting the storefront")
  const storefront = await startStorefront({
    port: storefrontPort,
    medusaUrl,
    store,
  })
  teardown.add(() => storefront.close())

  return {
    storefrontUrl: storefront.url,
    medusaUrl,
    sandbox,
    adminUser: ADMIN_USER,
    store,
    databaseUrl,
    placeOrder,
    medusaLog: () => medusa.logTail(),
    restartMedusa: async (changes) => {
      await medusa.stop()
      medusa = serve(changes)
      await untilServed()
    },
    untilItFails: () => medusa.untilItFails(),
    stop: () => teardown.run(),
  }
}
