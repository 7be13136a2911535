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
  return await pack(repository, destination)
}

/** The same with nothing built anew but the storefront kit; the path of the tarball. */
export async function packStorefront(
  repository: string,
  destination: string
): Promise<string> {
  const options = { cwd: repository, env: cleanEnvironment() }
  const room = "src/storefront"
  for (const [program, ...args] of [
    ["vite/bin/vite.js", "build", "--config", `${room}/vite.config.mts`],
    ["typescript/bin/tsc", "-p", `${room}/tsconfig.build.json`],
  ]) {
    const script = path.join(repository, "node_modules", program)
    await runCommand(process.execPath, [script, ...args], options)
  }
  return (await pack(repository, destination)).tarball
}

/** Packs what was built. */
export async function pack(
  repository: string,
  destination: string
): Promise<PackedPlugin> {
  const report = await runCommand(
    "npm",
    ["pack", "--json", "--pack-destination", destination],
    { cwd: repository, env: cleanEnvironment() }
  )
  const [packed]: { filename: string; files: { path: string }[] }[] =
    JSON.parse(report)
  return {
    tarball: path.join(destination, packed.filename),
    files: packed.files.map((file) => file.path),
  }
}
