import fs from "node:fs"
import path from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { serveMedusa } from "../support/medusa/medusa-process"
import { Teardown } from "../support/medusa/teardown"
import { telemetryOff } from "../support/medusa/telemetry-off"
import { cleanEnvironment } from "../support/clean-environment"
import { freePort } from "../support/postgres"
import {
  createMigratedDatabase,
  dropDatabase,
} from "../support/postgres/migrated-template"
import { farFromNow } from "../support/store/far-from-now"
import { buildOnce } from "./build-once"
import { atMost, type Figure } from "./figure"

const REPOSITORY = path.resolve(__dirname, "../..")
const FOLDER = path.join(REPOSITORY, ".bench/stores")
const DATABASE = "boot"
const ROUNDS = 5
const START_LIMIT_MS = 120_000
const IDLE_MS = 2_000
const MEGABYTE = 1024 * 1024
/** Prints what is in use after garbage was collected; the rest comes and goes. */
const TELL_MEMORY = path.join(__dirname, "tell-memory.js")

type Start = { tookMs: number; megabytes: number }

/** The same small store with the built plugin and without it: its start, and what it needs while idle. */
export async function benchBoot(): Promise<Figure[]> {
  const teardown = new Teardown()
  try {
    await buildOnce(REPOSITORY)
    const databaseUrl = await createMigratedDatabase(DATABASE)
    teardown.add(() => dropDatabase(DATABASE))
    const environment = {
      ...cleanEnvironment({
        NODE_ENV: "production",
        DATABASE_URL: databaseUrl,
        CRYPTO_RECONCILE_SCHEDULE: farFromNow(),
        LOG_LEVEL: "error",
        NODE_OPTIONS: `--require ${TELL_MEMORY}`,
      }),
      ...(await telemetryOff(path.join(FOLDER, "settings"))),
    }
    const stores = { with: makeStore("with"), without: makeStore("without") }
    const starts: Record<keyof typeof stores, Start[]> = {
      with: [],
      without: [],
    }
    for (let round = -1; round < ROUNDS; round += 1) {
      for (const name of ["with", "without"] as const) {
        const start = await startOnce(stores[name], environment)
        if (round >= 0) starts[name].push(start)
      }
    }
    return [
      atMost(
        1.05,
        "start of Medusa with the plugin / without",
        starts.with.map(
          ({ tookMs }, round) => tookMs / starts.without[round].tookMs
        )
      ),
      atMost(
        8,
        "memory in use by an idle server with the plugin, above one without",
        starts.with.map(
          ({ megabytes }, round) => megabytes - starts.without[round].megabytes
        ),
        "MB"
      ),
    ]
  } finally {
    await teardown.run()
  }
}

async function startOnce(cwd: string, env: NodeJS.ProcessEnv): Promise<Start> {
  const port = await freePort()
  const startedMs = performance.now()
  const medusa = serveMedusa(port, { env, cwd })
  try {
    await medusa.answers(`http://localhost:${port}/health`, START_LIMIT_MS)
    const tookMs = performance.now() - startedMs
    await wait(IDLE_MS)
    process.kill(medusa.pid, "SIGUSR2")
    const bytes = await medusa.says(/^in use: (\d+)$/m)
    return { tookMs, megabytes: Number(bytes[1]) / MEGABYTE }
  } finally {
    await medusa.stop()
  }
}

/** A store of one file, inside the repository so that it finds its Medusa. */
function makeStore(kind: "with" | "without"): string {
  const folder = path.join(FOLDER, kind)
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(path.join(folder, "node_modules"), { recursive: true })
  fs.symlinkSync(
    REPOSITORY,
    path.join(folder, "node_modules/medusa-payment-crypto")
  )
  fs.writeFileSync(
    path.join(folder, "package.json"),
    // Medusa's command wants to be sure that this is one of its stores.
    `{ "name": "store-${kind}", "dependencies": { "@medusajs/medusa": "*" } }\n`
  )
  fs.writeFileSync(
    path.join(folder, "medusa-config.js"),
    `const { defineConfig } = require("@medusajs/framework/utils")
module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: {
      storeCors: "http://localhost:8000",
      adminCors: "http://localhost:9000",
      authCors: "http://localhost:9000",
      jwtSecret: "bench",
      cookieSecret: "bench",
    },
  },
  admin: { disable: true },
  ${kind === "with" ? PLUGIN : ""}
})
`
  )
  return folder
}

const PLUGIN = `plugins: [
    {
      resolve: "medusa-payment-crypto",
      options: {
        baseUrl: "http://localhost:9",
        merchantId: "bench",
        apiKey: "bench",
        webhookSecret: "bench",
        callbackBaseUrl: "http://localhost:9000",
      },
    },
  ],
  modules: [
    {
      resolve: "@medusajs/medusa/payment",
      dependencies: ["cryptoPayment", "query"],
      options: {
        providers: [
          { resolve: "medusa-payment-crypto/providers/crypto", id: "crypto" },
        ],
      },
    },
  ],`
