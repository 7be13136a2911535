import { rm } from "node:fs/promises"
import path from "node:path"
import { runCommand } from "../run-command"
import type { Teardown } from "./teardown"

const REPOSITORY = path.resolve(__dirname, "../../..")
/** Where Medusa looks for it, unless NODE_ENV is "development". */
const SERVED = path.join(REPOSITORY, "public/admin")

/**
 * Builds this repository's admin; `teardown` removes it. One of its pages takes
 * 15 requests, where one of the development server takes 200.
 */
export async function buildAdmin(
  environment: NodeJS.ProcessEnv,
  storefrontUrl: string,
  teardown: Teardown
): Promise<void> {
  teardown.add(() => rm(SERVED, { recursive: true, force: true }))
  await runCommand(
    process.execPath,
    [path.join(__dirname, "admin-builder.js"), SERVED, storefrontUrl],
    { cwd: REPOSITORY, env: { ...environment, NODE_ENV: "production" } }
  )
}
