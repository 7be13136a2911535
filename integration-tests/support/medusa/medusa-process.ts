import path from "node:path"
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
