/** The plugin in stores of several versions of Medusa: `npm run test:versions`. */
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { satisfies } from "semver"
import { z } from "zod"
import manifest from "../../../package.json"
import { findChromium } from "../../support/browser/chromium"
import { cleanEnvironment } from "../../support/clean-environment"
import { runMain } from "../../support/command"
import { startPostgres } from "../../support/postgres"
import { currentCommit, reportRow, today } from "../../docs/report"
import { runCommand } from "../../support/run-command"
import {
  FOREIGN_WIDGET,
  makeApplication,
  MEDUSA_VERSION,
  typeErrors,
} from "../fresh-application"
import { type Packed, packAll } from "../pack-package"
import { type PackedStore, startPackedStore } from "../packed-store"
import { sellHosted, sellInline, visitAdmin } from "../try-store"

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
  report: { type: "string" },
} as const

void runMain(options, async ({ medusa, overrides, report }) => {
  const versions = medusa?.split(",").map((version) => version.trim())
  const count = { passed: 0, failed: 0, skipped: 0 }
  try {
    if (!findChromium()) throw new Error("This machine has no Chromium.")
    const trials = overrides
      ? (versions ?? [MEDUSA_VERSION]).flatMap(withLaterPackages)
      : (versions ?? (await defaultVersions())).map((version) => ({
          version,
          title: version,
          overrides: {},
        }))
    await tryAll(trials, async (result, title) => {
      count[result]++
      if (!report || result === "skipped") return
      const node = `Node ${process.versions.node}`
      const row = [title, result, node, await currentCommit(), today()]
      await reportRow(report, "Medusa", row)
    })
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

/** A store that is tried: a version of Medusa, with other packages or its own. */
type StoreTrial = {
  version: string
  title: string
  overrides: Record<string, string>
}

type Result = "passed" | "failed" | "skipped"

/** One after the other, each in a folder that is gone afterwards. */
async function tryAll(
  trials: StoreTrial[],
  tell: (result: Result, title: string) => Promise<void>
): Promise<void> {
  // Outside the repository, so that no package of it can be found.
  const workFolder = fs.mkdtempSync(path.join(os.tmpdir(), "versions-"))
  const postgres = await startPostgres()
  try {
    const packed = await packAll(repository, workFolder)
    for (const [at, trial] of trials.entries()) {
      const folder = path.join(workFolder, `store-${at}`)
      const databaseUrl = postgres.url(`store_${at}`)
      const place = { folder, packed, databaseUrl }
      await tell(await tryVersion(trial, place), trial.title)
      fs.rmSync(folder, { recursive: true, force: true })
    }
  } finally {
    await postgres.stop()
    fs.rmSync(workFolder, { recursive: true, force: true })
  }
}

/**
 * Takes the packed plugin through all steps in a fresh store of one version of
 * Medusa. A step that fails ends the trial; its reason is printed.
 */
async function tryVersion(
  { version, title, overrides }: StoreTrial,
  place: { folder: string; packed: Packed; databaseUrl: string }
): Promise<Result> {
  const { folder, packed, databaseUrl } = place
  let store: PackedStore | undefined
  let step = ""
  const begin = (next: string) => {
    step = next
    process.stdout.write(`Medusa ${title}: ${step}\n`)
  }
  try {
    begin("read")
    const { engines, react } = await readNeeds(version)
    if (!satisfies(process.versions.node, engines)) {
      process.stdout.write(
        `Medusa ${title}: skipped, it needs Node ${engines}; this is ${process.versions.node}\n`
      )
      return "skipped"
    }
    begin(`install, with React ${react}`)
    await makeApplication(folder, packed, { version, react, overrides })
    // Its port for counters is fixed, and another run on this machine may have it.
    fs.rmSync(path.join(folder, "instrumentation.ts"))
    checkInstalled(folder, version)
    begin("types")
    const errors = await typeErrors(folder)
    if (errors.length > 0) throw new Error(errors.join("\n"))
    begin("build and start")
    store = await startPackedStore(folder, databaseUrl)
    const driver = await store.drive()
    begin("hosted sale")
    const email = "hosted@example.test"
    const orderId = await sellHosted(driver, email)
    begin("inline sale")
    await sellInline(driver)
    begin("admin")
    await visitAdmin(store.url, { orderId, email, other: FOREIGN_WIDGET })
    return "passed"
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    process.stdout.write(`Medusa ${title}: ${step} FAILED: ${reason}\n`)
    // The registry lacks a package of this version, as it may of a snapshot.
    return /^(read|install)/.test(step) && NOT_THERE.test(reason)
      ? "skipped"
      : "failed"
  } finally {
    await store?.stop()
  }
}

const NOT_THERE = /npm error code (ETARGET|E404)\b/

const needsSchema = z.object({
  engines: z.object({ node: z.string().default("*") }).default({ node: "*" }),
  dependencies: z.object({ react: z.string() }),
})

/** The Node that a version of Medusa runs on, and the React that its dashboard is made for. */
async function readNeeds(version: string) {
  const name = `@medusajs/dashboard@${version}`
  const { engines, dependencies } = needsSchema.parse(
    JSON.parse(await npmView(name))
  )
  return { engines: engines.node, react: dependencies.react }
}

async function npmView(...args: string[]): Promise<string> {
  const quiet = ["--json", "--loglevel=error"]
  const here = { cwd: repository, env: cleanEnvironment() }
  return await runCommand("npm", ["view", ...args, ...quiet], here)
}

/** @throws Error where npm chose another version of Medusa */
function checkInstalled(folder: string, version: string): void {
  for (const name of ["medusa", "framework", "dashboard"]) {
    const file = `node_modules/@medusajs/${name}/package.json`
    const installed: { version: string } = JSON.parse(
      fs.readFileSync(path.join(folder, file), "utf8")
    )
    if (installed.version !== version) {
      throw new Error(`@medusajs/${name} is ${installed.version}.`)
    }
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

/**
 * The oldest supported version, the newest patch of each later minor, and the newest snapshot where
 * it is of a later version than `latest`.
 */
async function defaultVersions(): Promise<string[]> {
  const { versions: published, "dist-tags.latest": latest } = z
    .object({ versions: z.array(z.string()), "dist-tags.latest": z.string() })
    .parse(
      JSON.parse(
        await npmView("@medusajs/medusa", "versions", "dist-tags.latest")
      )
    )
  const oldest = manifest.peerDependencies["@medusajs/medusa"].replace("^", "")
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
    .filter((version) => inOrder(minorOf(version), minorOf(latest)) > 0)
    .sort((one, other) => inOrder(one.slice(-14), other.slice(-14)))
  return [oldest, ...newestOfMinor.values(), ...snapshots.slice(-1)]
}
