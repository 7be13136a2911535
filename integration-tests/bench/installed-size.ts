import fs from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { cleanEnvironment } from "../support/clean-environment"
import { pack } from "../package/pack-package"
import { runCommand } from "../support/run-command"
import { buildOnce } from "./build-once"
import { atMost, type Figure } from "./figure"

const MEGABYTE = 1024 * 1024
const REPOSITORY = path.resolve(__dirname, "../..")
const PLUGIN = "medusa-payment-crypto"
const LOCK_ONLY = [
  "--package-lock-only",
  "--ignore-scripts",
  "--prefer-offline",
  "--no-audit",
  "--no-fund",
]

/** By the place that npm gives a package, its version. */
type Installed = Map<string, string>

/**
 * What `npm install` of the packed plugin adds to a Medusa application: the
 * plugin, and those of its dependencies that Medusa did not bring.
 */
export async function benchInstalledSize(): Promise<Figure[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "installed-size-"))
  try {
    await buildOnce(REPOSITORY)
    const { tarball } = await pack(REPOSITORY, folder)
    const application = path.join(folder, "application")
    fs.mkdirSync(application)
    fs.writeFileSync(
      path.join(application, "package.json"),
      JSON.stringify({ private: true, dependencies: medusaPackages() })
    )
    const before = await install(application, [])
    const after = await install(application, [tarball])
    let bytes = await unpackedSize(tarball, folder)
    for (const [place, version] of after) {
      if (before.get(place) === version) continue
      const name = place.slice(place.lastIndexOf("node_modules/") + 13)
      if (name === PLUGIN) continue
      bytes += await unpackedSize(
        await fetched(`${name}@${version}`, folder),
        folder
      )
    }
    return [
      atMost(
        6,
        "what installing the plugin adds to a Medusa application",
        bytes / MEGABYTE,
        "MB"
      ),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Those that a new Medusa application has, in the version of the repository. */
function medusaPackages(): Record<string, string> {
  const { devDependencies }: { devDependencies: Record<string, string> } =
    JSON.parse(fs.readFileSync(path.join(REPOSITORY, "package.json"), "utf8"))
  const names = ["admin-sdk", "cli", "framework", "medusa"]
  return Object.fromEntries(
    names
      .map((name) => `@medusajs/${name}`)
      .map((name) => [name, devDependencies[name]])
  )
}

/** Without writing any package: what npm would have in its place. */
async function install(cwd: string, packages: string[]): Promise<Installed> {
  await runCommand("npm", ["install", ...LOCK_ONLY, ...packages], {
    cwd,
    env: cleanEnvironment(),
  })
  const lock: { packages: Record<string, { version: string }> } = JSON.parse(
    fs.readFileSync(path.join(cwd, "package-lock.json"), "utf8")
  )
  return new Map(
    Object.entries(lock.packages)
      .filter(([place]) => place !== "")
      .map(([place, { version }]) => [place, version])
  )
}

async function fetched(wanted: string, folder: string): Promise<string> {
  const printed = await runCommand(
    "npm",
    ["pack", wanted, "--json", "--prefer-offline"],
    { cwd: folder, env: cleanEnvironment() }
  )
  const [{ filename }]: { filename: string }[] = JSON.parse(printed)
  return path.join(folder, filename)
}

async function unpackedSize(tarball: string, folder: string): Promise<number> {
  const unpacked = await mkdtemp(path.join(folder, "unpacked-"))
  await runCommand("tar", ["-xzf", tarball, "-C", unpacked], {
    cwd: folder,
    env: process.env,
  })
  return fs
    .readdirSync(unpacked, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, { parentPath, name }) =>
        sum + fs.statSync(path.join(parentPath, name)).size,
      0
    )
}
