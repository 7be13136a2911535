import { mkdir, rm, writeFile } from "node:fs/promises"
import path from "node:path"
import type { Teardown } from "./teardown"
import { runCommand } from "../run-command"
import { type ProgramOptions, RunningProgram } from "../running-program"

const REPOSITORY = path.resolve(__dirname, "../../..")

export type MedusaSurroundings = Pick<
  ProgramOptions,
  "env" | "onOutput" | "signal"
>

/** Starts one command of Medusa's, such as `db:migrate`. */
export function runMedusa(
  args: string[],
  surroundings: MedusaSurroundings
): RunningProgram {
  return new RunningProgram(
    process.execPath,
    [
      ...["-r", path.join(__dirname, "end-with-parent.js")],
      // Medusa's command without its first file, which wants ts-node.
      ...["-r", require.resolve("../../../.build/typescript.js")],
      require.resolve("@medusajs/cli/dist/index.js"),
      ...args,
    ],
    {
      cwd: REPOSITORY,
      ...surroundings,
      name: `medusa ${args[0]}`,
      endsWithParent: true,
    }
  )
}

/** Starts Medusa, on this machine's loopback interface alone. */
export function serveMedusa(
  port: number,
  surroundings: MedusaSurroundings
): RunningProgram {
  const address = ["--host", "127.0.0.1", "--port", String(port)]
  return runMedusa(["start", ...address], surroundings)
}

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

/**
 * Variables that make Medusa start no sender of telemetry when it ends;
 * MEDUSA_DISABLE_TELEMETRY alone does not: it starts one that has nothing to
 * send, and that outlives Medusa. `folder` is for the settings that say so.
 */
export async function telemetryOff(
  folder: string
): Promise<{ XDG_CONFIG_HOME: string }> {
  await mkdir(path.join(folder, "medusa"), { recursive: true })
  await writeFile(
    path.join(folder, "medusa/config.json"),
    JSON.stringify({ telemetry: { enabled: false } })
  )
  return { XDG_CONFIG_HOME: folder }
}
