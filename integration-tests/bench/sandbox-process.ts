import { join } from "node:path"
import { z } from "zod"
import { RunningProgram } from "../support/running-program"

const firstLine = z.object({
  url: z.string(),
  merchant_id: z.string(),
  api_key: z.string(),
})

/** A sandbox with a process, hence a core, of its own. */
export type SandboxProcess = z.infer<typeof firstLine> & {
  stop: () => Promise<void>
}

/** Starts the sandbox's command on a free port. */
export async function startSandboxProcess(): Promise<SandboxProcess> {
  const bin = join(__dirname, "../../src/sandbox/bin.ts")
  const args = ["-r", require.resolve("../../.build/typescript.js"), bin]
  const program = new RunningProgram(process.execPath, args, {
    cwd: process.cwd(),
    env: process.env,
  })
  const [line] = await program.says(/^\{.*\}$/m)
  return {
    ...firstLine.parse(JSON.parse(line)),
    stop: () => program.stop(),
  }
}
