/** The plugin in stores of several versions of Medusa: `npm run test:versions`. */
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { findChromium } from "../../support/browser/chromium"
import { cleanEnvironment } from "../../support/clean-environment"
import { runMain } from "../../support/command"
import { startPostgres } from "../../support/postgres"
import { runCommand } from "../../support/run-command"
import { medusaVersion } from "../manifests"
import { packPackage, SANDBOX } from "../pack-package"
import { type StoreTrial, tryVersion } from "./try-version"

const repository = path.resolve(__dirname, "../../..")

/**
 * What later versions of Medusa bring. Without Express 5: before 2.23 Medusa
 * itself names paths that it refuses.
 */
const LATER_PACKAGES: Record<string, Record<string, string>> = {
  "React 19": {
    react: "^19",
    "react-dom": "^19",
    "@types/react": "^19",
    "@types/react-dom": "^19",
  },
  "bignumber.js 11": { "bignumber.js": "^11" },
  "Vite 8": { vite: "^8" },
  "newest zod": { zod: "latest" },
}

const options = {
  medusa: { type: "string" },
  overrides: { type: "boolean", default: false },
} as const

void runMain(options, async ({ medusa, overrides }) => {
  const versions = medusa?.split(",").map((version) => version.trim())
  const count = { passed: 0, failed: 0, skipped: 0 }
  try {
    if (!findChromium()) throw new Error("This machine has no Chromium.")
    const trials = overrides
      ? (versions ?? [medusaVersion()]).flatMap(withLaterPackages)
      : (versions ?? (await defaultVersions())).map((version) => ({
          version,
          title: version,
          overrides: {},
        }))
    await tryAll(trials, (result) => count[result]++)
  } catch (error) {
    count.failed++
    throw error
  } finally {
    process.stdout.write(
      `${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`
    )
  }
  return count.failed === 0 && count.passed > 0 ? 0 : 1
})

/** One after the other, each in a folder that is gone afterwards. */
async function tryAll(
  trials: StoreTrial[],
  tell: (result: "passed" | "failed" | "skipped") => void
): Promise<void> {
  // Outside the repository, so that no package of it can be found.
  const workFolder = fs.mkdtempSync(path.join(os.tmpdir(), "versions-"))
  const postgres = await startPostgres()
  try {
    const packed = async (folder: string) =>
      (await packPackage(path.join(repository, folder), workFolder)).tarball
    const tarballs = {
      plugin: await packed("."),
      sandbox: await packed(SANDBOX),
    }
    for (const [at, trial] of trials.entries()) {
      const folder = path.join(workFolder, `store-${at}`)
      const databaseUrl = postgres.url(`store_${at}`)
      tell(await tryVersion(trial, { folder, tarballs, databaseUrl }))
      fs.rmSync(folder, { recursive: true, force: true })
    }
  } finally {
    await postgres.stop()
    fs.rmSync(workFolder, { recursive: true, force: true })
  }
}

/** A version of Medusa with each of the later packages alone, and with all together. */
function withLaterPackages(version: string): StoreTrial[] {
  const all = Object.assign({}, ...Object.values(LATER_PACKAGES))
  return Object.entries({ ...LATER_PACKAGES, all }).map(
    ([name, overrides]) => ({
      version,
      title: `${version}, ${name}`,
      overrides,
    })
  )
}

/** The oldest supported version, the newest patch of each later minor, and the newest snapshot. */
async function defaultVersions(): Promise<string[]> {
  const published: string[] = JSON.parse(
    await runCommand(
      "npm",
      ["view", "@medusajs/medusa", "versions", "--json", "--loglevel=error"],
      { cwd: repository, env: cleanEnvironment() }
    )
  )
  const { peerDependencies }: { peerDependencies: Record<string, string> } =
    JSON.parse(fs.readFileSync(path.join(repository, "package.json"), "utf8"))
  const oldest = peerDependencies["@medusajs/medusa"].replace("^", "")
  const minorOf = (version: string) => version.split(".").slice(0, 2).join(".")
  const inOrder = (one: string, other: string) =>
    one.localeCompare(other, "en", { numeric: true })
  const later = published
    .filter((version) => /^\d+\.\d+\.\d+$/.test(version))
    .filter((version) => inOrder(minorOf(version), minorOf(oldest)) > 0)
    .sort(inOrder)
  const newestOfMinor = new Map(later.map((each) => [minorOf(each), each]))
  const snapshots = published
    .filter((version) => /-snapshot-\d{14}$/.test(version))
    .sort((one, other) => inOrder(one.slice(-14), other.slice(-14)))
  return [oldest, ...newestOfMinor.values(), ...snapshots.slice(-1)]
}
