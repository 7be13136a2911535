import path from "node:path"
import { MedusaAppLoader } from "@medusajs/framework"
import { ApiLoader } from "@medusajs/framework/http"
import { MedusaModule } from "@medusajs/framework/modules-sdk"
import type { MedusaContainer } from "@medusajs/framework/types"
import { initializeContainer } from "@medusajs/medusa/loaders/index"
import { startApp } from "@medusajs/test-utils/dist/medusa-test-runner-utils"

import type { Gateway } from "../gateway"
import { freePort } from "../postgres"
import { createMigratedDatabase, dropDatabase } from "../postgres/test-postgres"
import { gatewayEnvironment } from "../medusa/medusa-process"
import { farFromNow } from "../store/far-from-now"
import { workflowsToEnd } from "./workflows-to-end"

/** As in Express: `/admin/crypto-payments/:id`. */
export type RunningRoute = { method: string; path: string }

export type StartedMedusa = {
  /** Address of its HTTP API. */
  url: string
  /** Connection string of its database. */
  databaseUrl: string
  container: MedusaContainer
  /** Each route that its router has, of core and of the plugin. */
  routes: RunningRoute[]
  /** Resolves when no workflow is running any more, to whether core gave one up. */
  workflowsToEnd(): Promise<boolean>
  stop(): Promise<void>
}

const REPOSITORY = path.resolve(__dirname, "../../..")

/**
 * Starts this repository's Medusa in this process, at a gateway, with a database
 * that is migrated already: this spares what Medusa's own test runner does each
 * time, to migrate, and to load all modules twice. No job runs by itself.
 */
export async function startMedusa({
  gateway,
  database,
  environment,
  hasFlaggedModules = false,
}: {
  gateway: Gateway
  /** Name of the database, which is made here and dropped by `stop`. */
  database: string
  /** Variables that medusa-config.ts reads, over the ones set here. */
  environment?: Record<string, string>
  /** True where the environment turns a feature on that has its own tables. */
  hasFlaggedModules?: boolean
}): Promise<StartedMedusa> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const databaseUrl = await createMigratedDatabase(database)
  // Before Medusa starts: it reads medusa-config.ts first of all.
  Object.assign(process.env, {
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    DISABLE_MEDUSA_ADMIN: "true",
    ...gatewayEnvironment(gateway, url),
    CRYPTO_TEST_MODE: "false",
    CRYPTO_RECONCILE_SCHEDULE: farFromNow(),
    ...environment,
  })
  const routes: RunningRoute[] = []
  // Core calls it with each route that it gives to Express (http/router.js:188 of 2.21.2).
  ApiLoader.traceRoute = (handler, { method, route: path }) => {
    routes.push({ method, path })
    return handler
  }
  try {
    if (hasFlaggedModules) await migrateFlaggedModules()
    const { container, shutdown } = await startApp({ cwd: REPOSITORY })
    // What Medusa does at each start, such as creating its defaults.
    await workflowsToEnd(container)
    return {
      url,
      databaseUrl,
      container,
      routes,
      workflowsToEnd: () => workflowsToEnd(container),
      async stop() {
        await shutdown()
        MedusaModule.clearInstances()
        await dropDatabase(database)
      },
    }
  } catch (error) {
    await dropDatabase(database)
    throw error
  }
}

/** Creates the tables of modules that only a feature flag brings. */
async function migrateFlaggedModules(): Promise<void> {
  await initializeContainer(REPOSITORY)
  await new MedusaAppLoader().runModulesMigrations()
  MedusaModule.clearInstances()
}
