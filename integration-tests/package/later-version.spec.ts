import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import manifest from "../../package.json"
import { findChromium } from "../support/browser/chromium"
import { runCommand } from "../support/run-command"
import { type MadeUpVersion, publishMadeUp } from "./made-up-medusa"
import { type Registry, startRegistry } from "./registry"

const repository = path.resolve(__dirname, "../..")
const OLDEST = manifest.peerDependencies["@medusajs/medusa"].replace("^", "")

/** Which the newest version is to be, and a snapshot that was made before it. */
const READ_ONLY = { engines: ">=99", react: "^19.0.0", tag: "latest" }
const MADE_UP: MadeUpVersion[] = [
  { version: "2.98.0", engines: ">=20", react: "^19.0.0", tag: "latest" },
  { ...READ_ONLY, version: "2.99.0", only: ["medusa", "dashboard"] },
  {
    ...READ_ONLY,
    version: "2.99.0-snapshot-20991231235959",
    tag: "snapshot",
    only: ["medusa", "dashboard"],
  },
]

jest.setTimeout(25 * 60_000)

// Outside the repository, so that no package of it can be found.
const workFolder = fs.mkdtempSync(path.join(os.tmpdir(), "made-up-"))
let registry: Registry

beforeAll(async () => {
  const folder = path.join(workFolder, "registry")
  registry = await startRegistry(folder, "@medusajs/*")
  for (const made of MADE_UP) {
    const packages = path.join(workFolder, "packages")
    await publishMadeUp(packages, registry, made)
  }
})

afterAll(async () => {
  await registry?.stop()
  fs.rmSync(workFolder, { recursive: true, force: true })
})

describe("the versions of Medusa that are tried by themselves", () => {
  const chromium = findChromium() ? it : it.skip

  chromium(
    "are later ones, with their React, on a Node of theirs",
    async () => {
      const main = "integration-tests/package/versions/main.ts"
      const output = await runCommand(
        process.execPath,
        ["-r", "./scripts/typescript.js", main],
        {
          cwd: repository,
          // Other specs pack what was built for them.
          env: { ...registry.env, PACK_WITHOUT_BUILD: "1" },
        }
      )
      const tried = [...output.matchAll(/^Medusa (\S+): read$/gm)]
      expect(tried.map(([, version]) => version)).toEqual([
        OLDEST,
        "2.98.0",
        "2.99.0",
      ])
      expect(output).toContain(`Medusa ${OLDEST}: read FAILED`)
      expect(output).toContain("Medusa 2.98.0: install, with React ^19.0.0\n")
      expect(output).toContain("Medusa 2.98.0: admin\n")
      expect(output).toContain("Medusa 2.99.0: skipped, it needs Node >=99")
      expect(output).toContain("1 passed, 0 failed, 2 skipped")
    }
  )
})
