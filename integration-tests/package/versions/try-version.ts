import fs from "node:fs"
import path from "node:path"
import { type ApplicationTarballs, makeApplication } from "../fresh-application"
import type { Overrides, Trial } from "./overrides"
import { PackedStore, type PackedStoreSeed } from "../packed-store"
import { type Step, type VersionResult, wordFor } from "./result-table"
import { sellHosted, sellInline } from "./sell"
import { visitAdmin } from "./visit-admin"

/**
 * Takes the packed plugin through all steps in a fresh store of one version of
 * Medusa. A failure is part of the result. The folder must be a new one.
 */
export async function tryVersion(
  { version, title, overrides }: Trial,
  {
    folder,
    tarballs,
    databaseUrl,
    tell,
  }: {
    folder: string
    tarballs: ApplicationTarballs
    databaseUrl: string
    /** Gets a sentence about each step. */
    tell: (sentence: string) => void
  }
): Promise<VersionResult> {
  const result: VersionResult = { version: title, steps: {} }
  /** The step's own value, or null where it failed. */
  const take = async <Value>(step: Step, deed: () => Promise<Value>) => {
    const begun = Date.now()
    try {
      const value = await deed()
      result.steps[step] = "passed"
      return { value }
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error)
      result.steps[step] = { failure }
      tell(failure)
      return null
    } finally {
      const seconds = Math.round((Date.now() - begun) / 1_000)
      tell(`${title}: ${step} ${wordFor(result.steps[step])} (${seconds} s)`)
    }
  }

  const installed = await take("install", () =>
    install(folder, tarballs, version, overrides)
  )
  if (!installed) return result
  let store: PackedStore | undefined
  try {
    const migrated = await take("migrate", async () => {
      store = await PackedStore.prepare(folder, databaseUrl)
      await store.migrate()
      return store
    })
    if (!migrated) return result
    const { value: packed } = migrated
    if (!(await take("build", () => packed.build()))) return result
    const started = await take("start", () => seedAndStart(packed))
    if (!started) return result
    const { value: seed } = started
    const hosted = await take("hosted sale", () => sellHosted(packed, seed))
    await take("inline sale", () => sellInline(packed, seed))
    if (hosted) {
      await take("admin", () => visitAdmin(packed.baseUrl, hosted.value))
    }
    return result
  } finally {
    await store?.stop()
  }
}

/** @throws Error also where npm chose another version of Medusa */
async function install(
  folder: string,
  tarballs: ApplicationTarballs,
  version: string,
  overrides: Overrides
): Promise<void> {
  fs.mkdirSync(folder)
  await makeApplication(folder, tarballs, { version, overrides })
  // Its port for counters is fixed, and another run on this machine may have it.
  fs.rmSync(path.join(folder, "instrumentation.ts"))
  for (const name of ["medusa", "framework", "dashboard"]) {
    const manifest: { version: string } = JSON.parse(
      fs.readFileSync(
        path.join(folder, "node_modules/@medusajs", name, "package.json"),
        "utf8"
      )
    )
    if (manifest.version !== version) {
      throw new Error(`@medusajs/${name} is ${manifest.version}.`)
    }
  }
}

async function seedAndStart(store: PackedStore): Promise<PackedStoreSeed> {
  const seed = await store.seed()
  await store.start()
  return seed
}
