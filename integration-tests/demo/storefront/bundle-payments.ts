import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { cleanEnvironment } from "../../support/clean-environment"
import { runCommand } from "../../support/run-command"

const REPOSITORY = path.resolve(__dirname, "../../..")

/** A folder with the storefront kit as the browser gets it, `payments.mjs` first of all. */
type PaymentsBundle = { folder: string; remove(): Promise<void> }

export async function bundlePayments(): Promise<PaymentsBundle> {
  const folder = await mkdtemp(path.join(tmpdir(), "demo-payments-"))
  const remove = () => rm(folder, { recursive: true, force: true })
  const config = path.join(__dirname, "payments/vite.config.mts")
  try {
    await runCommand(
      process.execPath,
      [
        path.join(REPOSITORY, "node_modules/vite/bin/vite.js"),
        ...["build", "--config", config, "--outDir", folder],
      ],
      { cwd: REPOSITORY, env: cleanEnvironment({ NODE_ENV: "production" }) }
    )
  } catch (error) {
    await remove()
    throw error
  }
  return { folder, remove }
}
