import fs from "node:fs"
import path from "node:path"
import { cleanEnvironment } from "../support/clean-environment"
import { runCommand } from "../support/run-command"
import type { StorefrontName } from "./install-starters"

const repository = path.resolve(__dirname, "../..")
const COMMAND = path.join(repository, ".medusa/server/src/setup/bin.js")

/**
 * Sets up a fresh copy of a starter, and takes it out again, by the command that was built.
 * @returns the files that are not the starter's own then, in the order of their names
 */
export async function takeOutAgain(
  archives: string,
  workFolder: string,
  name: StorefrontName
): Promise<string[]> {
  const copies = path.join(workFolder, "copies")
  fs.mkdirSync(copies, { recursive: true })
  const run = (program: string, args: string[], cwd: string) =>
    runCommand(program, args, { cwd, env: cleanEnvironment() })
  await run("tar", ["-xzf", path.join(archives, `${name}.tar.gz`)], copies)
  const folder = path.join(copies, name)
  const before = contentOf(folder)
  const backend = path.join(folder, "apps/backend")
  if (fs.existsSync(backend)) {
    // The command edits the configuration with the project's own TypeScript.
    const packages = path.join(repository, "node_modules")
    fs.symlinkSync(packages, path.join(backend, "node_modules"))
  }
  for (const flags of [[], ["--remove"]]) {
    const args = [COMMAND, "setup", "--yes", ...flags]
    const printed = await run(process.execPath, args, folder)
    if (printed.includes("manually")) throw new Error(printed)
  }
  const after = contentOf(folder)
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((file) => before.get(file) !== after.get(file))
    .sort()
}

function contentOf(folder: string): Map<string, string> {
  const files = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  return new Map(
    files.map((file) => [
      path.relative(folder, file),
      fs.readFileSync(file, "utf8"),
    ])
  )
}
