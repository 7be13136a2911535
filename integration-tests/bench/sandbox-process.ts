import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { z } from "zod"

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
  const child = spawn(
    process.execPath,
    ["-r", require.resolve("../../.build/typescript.js"), bin],
    {
      stdio: ["ignore", "pipe", "inherit"],
    }
  )
  const said: unknown[] = await once(createInterface(child.stdout), "line")
  const parsed = firstLine.parse(JSON.parse(String(said[0])))
  return {
    ...parsed,
    stop: async () => {
      child.kill("SIGTERM")
      await once(child, "exit")
    },
  }
}
