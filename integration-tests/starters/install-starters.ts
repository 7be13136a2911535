import fs from "node:fs"
import path from "node:path"
import { cleanEnvironment } from "../support/clean-environment"
import { packPackage, SANDBOX, STOREFRONT_KIT } from "../package/pack-package"
import { runCommand } from "../support/run-command"

const repository = path.resolve(__dirname, "../..")

/** The storefronts of Medusa's starters, by the name of the archive. */
export const STOREFRONTS = ["dtc-starter", "nextjs-starter-medusa"] as const

type StorefrontName = (typeof STOREFRONTS)[number]

/** Folders of the installed applications. */
export type InstalledStarters = {
  backend: string
  storefronts: Record<StorefrontName, string>
}

/** Where the packed packages are. */
type Tarballs = Record<"plugin" | "kit" | "sandbox" | "setUpCommand", string>

/**
 * Unpacks the starters into `workFolder`, adds the packed plugin to them by its
 * set-up command, and installs their packages with their own package managers.
 */
export async function installStarters(
  archives: string,
  workFolder: string
): Promise<InstalledStarters> {
  const tarballs = await packAll(workFolder)
  const unpackStarter = async (name: StorefrontName) => {
    await unpack(path.join(archives, `${name}.tar.gz`), workFolder)
    return path.join(workFolder, name)
  }
  const workspace = await unpackStarter("dtc-starter")
  await installWorkspace(workspace, tarballs)
  const older = await unpackStarter("nextjs-starter-medusa")
  await installOlder(older, tarballs)
  return {
    backend: path.join(workspace, "apps/backend"),
    storefronts: {
      "dtc-starter": path.join(workspace, "apps/storefront"),
      "nextjs-starter-medusa": older,
    },
  }
}

async function packAll(workFolder: string): Promise<Tarballs> {
  const plugin = await packPackage(repository, workFolder)
  const [kit, sandbox] = [
    await packPackage(path.join(repository, STOREFRONT_KIT), workFolder),
    await packPackage(path.join(repository, SANDBOX), workFolder),
  ]
  // As npx runs it, without any package of the starters.
  await unpack(plugin.tarball, workFolder)
  const { bin }: { bin: Record<string, string> } = JSON.parse(
    fs.readFileSync(path.join(workFolder, "package/package.json"), "utf8")
  )
  return {
    plugin: plugin.tarball,
    kit: kit.tarball,
    sandbox: sandbox.tarball,
    setUpCommand: path.join(
      workFolder,
      "package",
      bin["medusa-payment-crypto"]
    ),
  }
}

/** The pnpm workspace with backend and storefront. */
async function installWorkspace(
  folder: string,
  tarballs: Tarballs
): Promise<void> {
  const pnpm = (...args: string[]) => runIn(folder, "pnpm", args)
  const flags = ["--prefer-offline", "--reporter=append-only"]
  // The set-up command edits the backend with the backend's own TypeScript.
  await pnpm("install", "--frozen-lockfile", ...flags)
  await setUp(folder, tarballs)
  editManifest(folder, (manifest) => {
    const pnpmSettings = manifest.pnpm as { overrides: object }
    Object.assign(pnpmSettings.overrides, fromTarballs(tarballs))
  })
  // Where npx would bring it.
  editManifest(path.join(folder, "apps/backend"), (manifest) => {
    const sandbox = `file:${tarballs.sandbox}`
    Object.assign(manifest.devDependencies as object, {
      "medusa-payment-crypto-sandbox": sandbox,
    })
  })
  await pnpm("install", "--no-frozen-lockfile", ...flags)
}

/** The older starter: a storefront alone, with Yarn. */
async function installOlder(folder: string, tarballs: Tarballs): Promise<void> {
  await setUp(folder, tarballs)
  editManifest(folder, (manifest) => {
    Object.assign(manifest.resolutions as object, fromTarballs(tarballs))
  })
  // The archive lacks the starter's own copy of Yarn.
  const settings = path.join(folder, ".yarnrc.yml")
  const kept = fs.readFileSync(settings, "utf8").replace(/^yarnPath:.*$/m, "")
  fs.writeFileSync(settings, kept)
  await runIn(folder, "yarn", ["install"], {
    YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
    YARN_ENABLE_TELEMETRY: "0",
    // Yarn reads none of npm's settings.
    YARN_NPM_REGISTRY_SERVER: (
      await runIn(folder, "npm", ["config", "get", "registry"])
    ).trim(),
  })
}

/** @throws Error also where something is left to be added by hand */
async function setUp(folder: string, tarballs: Tarballs): Promise<void> {
  const command = [tarballs.setUpCommand, "setup", "--yes"]
  const printed = await runIn(folder, process.execPath, command)
  if (printed.includes("add this manually")) {
    throw new Error(`The set-up command left something to do:\n${printed}`)
  }
  const again = await runIn(folder, process.execPath, command)
  if (!again.startsWith("Everything is already set up.\n")) {
    throw new Error(`The set-up command's second run printed:\n${again}`)
  }
}

/** The packages that package.json names by a version that is not published. */
function fromTarballs({ plugin, kit }: Tarballs): Record<string, string> {
  return {
    "medusa-payment-crypto": `file:${plugin}`,
    "medusa-payment-crypto-storefront": `file:${kit}`,
  }
}

function editManifest(
  folder: string,
  edit: (manifest: Record<string, unknown>) => void
): void {
  const file = path.join(folder, "package.json")
  const manifest: Record<string, unknown> = JSON.parse(
    fs.readFileSync(file, "utf8")
  )
  edit(manifest)
  fs.writeFileSync(file, JSON.stringify(manifest, null, 2) + "\n")
}

async function unpack(archive: string, folder: string): Promise<void> {
  await runIn(folder, "tar", ["-xzf", archive])
}

function runIn(
  cwd: string,
  program: string,
  args: string[],
  env: Record<string, string> = {}
): Promise<string> {
  const own = path.join(repository, "node_modules/.bin", program)
  const command = fs.existsSync(own) ? own : program
  return runCommand(command, args, { cwd, env: cleanEnvironment(env) })
}
