/** The plugin in stores of several versions of Medusa: `npm run test:versions`. */
import fs from "node:fs"
import { createRequire } from "node:module"
import os from "node:os"
import path from "node:path"
import { findChromium } from "../../support/browser/chromium"
import { cleanEnvironment } from "../../support/clean-environment"
import { runMain } from "../../support/command"
import { medusaVersion } from "../manifests"
import { packPackage, SANDBOX } from "../pack-package"
import { runCommand } from "../../support/run-command"
import { startPostgres } from "../../support/postgres"
import { chooseVersions, oldestOf } from "./choose-versions"
import { versionsCommand } from "./command-line"
import { type Trial, overrideTrials, plainTrial } from "./overrides"
import {
  type VersionResult,
  allPassed,
  isUnpublished,
  resultTable,
} from "./result-table"

/** For what loads Medusa, which takes seconds: not for --help. */
const load = createRequire(__filename)

const repository = path.resolve(__dirname, "../../..")

type Chosen = { versions: string[] | undefined; overrides: boolean }

async function tryVersions(chosen: Chosen): Promise<number> {
  if (!findChromium()) throw new Error("There is no Chromium on this machine.")
  const trials = await chooseTrials(chosen)
  const titles = trials.map(({ title }) => title).join("; ")
  tell(`Medusa ${titles}, on Node ${process.versions.node}`)

  const results = await tryAll(trials)
  process.stdout.write(resultTable(results))
  const passed = results.filter(allPassed).length
  const skipped = results.filter(isUnpublished).length
  const failed = results.length - passed - skipped
  process.stdout.write(
    `${passed} passed, ${failed} failed, ${skipped} skipped\n`
  )
  return failed === 0 && passed > 0 ? 0 : 1
}

/** One after the other, each in a folder that is gone afterwards. */
async function tryAll(trials: Trial[]): Promise<VersionResult[]> {
  const { tryVersion } = load("./try-version") as typeof import("./try-version")
  // Outside the repository, so that no package of it can be found.
  const workFolder = fs.mkdtempSync(path.join(os.tmpdir(), "versions-"))
  const postgres = await startPostgres()
  try {
    tell("Packing the plugin and the sandbox")
    const packed = async (folder: string) =>
      (await packPackage(path.join(repository, folder), workFolder)).tarball
    const tarballs = {
      plugin: await packed("."),
      sandbox: await packed(SANDBOX),
    }
    const results: VersionResult[] = []
    for (const [at, trial] of trials.entries()) {
      const folder = path.join(workFolder, `store-${at}`)
      const databaseUrl = postgres.url(`store_${at}`)
      results.push(
        await tryVersion(trial, { folder, tarballs, databaseUrl, tell })
      )
      fs.rmSync(folder, { recursive: true, force: true })
    }
    return results
  } finally {
    await postgres.stop()
    fs.rmSync(workFolder, { recursive: true, force: true })
  }
}

async function chooseTrials({ versions, overrides }: Chosen): Promise<Trial[]> {
  if (!overrides) return (versions ?? (await defaultVersions())).map(plainTrial)
  return (versions ?? [medusaVersion()]).flatMap(overrideTrials)
}

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
  return chooseVersions(
    published,
    oldestOf(peerDependencies["@medusajs/medusa"])
  )
}

function tell(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}

void runMain(versionsCommand, (chosen) =>
  tryVersions(chosen).catch((error: unknown) => {
    process.stdout.write("0 passed, 1 failed, 0 skipped\n")
    throw error
  })
)
