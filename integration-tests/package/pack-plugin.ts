import path from "node:path"
import { cleanEnvironment } from "./clean-environment"
import { runCommand } from "./run-command"

export type PackedPlugin = {
  tarball: string
  /** Paths inside the package. */
  files: string[]
}

/** Builds the plugin and packs it as `npm publish` would. */
export async function packPlugin(
  repository: string,
  destination: string
): Promise<PackedPlugin> {
  const options = { cwd: repository, env: cleanEnvironment() }
  await runCommand("npm", ["run", "build"], options)
  const report = await runCommand(
    "npm",
    ["pack", "--json", "--pack-destination", destination],
    options
  )
  const [packed]: { filename: string; files: { path: string }[] }[] =
    JSON.parse(report)
  return {
    tarball: path.join(destination, packed.filename),
    files: packed.files.map((file) => file.path),
  }
}
