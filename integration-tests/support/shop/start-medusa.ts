import { MedusaAppLoader } from "@medusajs/framework"
import { MedusaModule } from "@medusajs/framework/modules-sdk"
import type { MedusaContainer } from "@medusajs/framework/types"
import { initializeContainer } from "@medusajs/medusa/loaders/index"
import { startApp } from "@medusajs/test-utils/dist/medusa-test-runner-utils"

import { workflowsToEnd } from "./workflows-to-end"

export type StartedMedusa = {
  /** Address of its HTTP API. */
  url: string
  container: MedusaContainer
  /** Resolves when no workflow is running any more, to whether core gave one up. */
  workflowsToEnd(): Promise<boolean>
  stop(): Promise<void>
}

/**
 * Starts the Medusa of a directory in this process, with the environment as it
 * is. Its database is migrated already, which spares what Medusa's own test
 * runner does each time: to migrate, and to load all modules twice.
 */
export async function startMedusa(directory: string): Promise<StartedMedusa> {
  const { container, port, shutdown } = await startApp({ cwd: directory })
  // What Medusa does at each start, such as creating its defaults.
  await workflowsToEnd(container)
  return {
    url: `http://localhost:${port}`,
    container,
    workflowsToEnd: () => workflowsToEnd(container),
    async stop() {
      await shutdown()
      MedusaModule.clearInstances()
    },
  }
}

/** Creates the tables of modules that only a feature flag brings. */
export async function migrateFlaggedModules(directory: string): Promise<void> {
  await initializeContainer(directory)
  await new MedusaAppLoader().runModulesMigrations()
  MedusaModule.clearInstances()
}
