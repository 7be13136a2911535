import { mkdir, writeFile } from "node:fs/promises"
import path from "node:path"

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
