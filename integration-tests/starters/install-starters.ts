import fs from "node:fs"
import path from "node:path"
import manifest from "../../package.json"
import { writeJson } from "../package/fresh-application"
import { type Packed, packAll } from "../package/pack-package"
import { cleanEnvironment } from "../support/clean-environment"
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

type Tarballs = Packed & { setUpCommand: string }

/**
 * Unpacks the starters into `workFolder`, adds the packed plugin to them by its
 * set-up command, and installs their packages with their own package managers.
 */
export async function installStarters(
  archives: string,
  workFolder: string
): Promise<InstalledStarters> {
  const packed = await packAll(repository, workFolder)
  const unpack = (archive: string) =>
    runIn(workFolder, "tar", ["-xzf", archive])
  await unpack(packed.plugin.tarball)
  const plugin = path.join(workFolder, "package")
  linkDependencies(plugin)
  const setUpCommand = path.join(plugin, manifest.bin["medusa-payment-crypto"])
  for (const name of STOREFRONTS) {
    await unpack(path.join(archives, `${name}.tar.gz`))
  }
  const workspace = path.join(workFolder, "dtc-starter")
  const older = path.join(workFolder, "nextjs-starter-medusa")
  await installWorkspace(workspace, { ...packed, setUpCommand })
  await installOlder(older, { ...packed, setUpCommand })
  return {
    backend: path.join(workspace, "apps/backend"),
    storefronts: {
      "dtc-starter": path.join(workspace, "apps/storefront"),
      "nextjs-starter-medusa": older,
    },
  }
}

/** As npx runs it: with the plugin's own dependencies, and without any package of the starters. */
function linkDependencies(plugin: string): void {
  for (const name of Object.keys(manifest.dependencies)) {
    const link = path.join(plugin, "node_modules", name)
    fs.mkdirSync(path.dirname(link), { recursive: true })
    fs.symlinkSync(path.join(repository, "node_modules", name), link)
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
    Object.assign(manifest.devDependencies as object, {
      "medusa-payment-crypto-sandbox": `file:${tarballs.sandbox.tarball}`,
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
  await runIn(folder, process.execPath, command)
  const again = await runIn(folder, process.execPath, command)
  if (!/^Everything is already set up\.$/m.test(again)) {
    throw new Error(`The set-up command's second run printed:\n${again}`)
  }
}

/** The packages that package.json names by a version that is not published. */
function fromTarballs({ plugin, kit }: Tarballs): Record<string, string> {
  return {
    "medusa-payment-crypto": `file:${plugin.tarball}`,
    "medusa-payment-crypto-storefront": `file:${kit.tarball}`,
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
  writeJson(file, manifest)
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
