import { mkdtemp, readFile, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { gzipSync } from "node:zlib"
import { cleanEnvironment } from "../../support/clean-environment"
import { runCommand } from "../../support/run-command"

const REPOSITORY = path.resolve(__dirname, "../../..")
const LIMIT_BYTES = 16_000
const LANGUAGES = ["de", "es", "fr", "it", "pt"]

describe("the storefront kit in a shop's bundle", () => {
  let folder: string
  /** Bytes of each file, gzipped, by its name without ending. */
  let sizes: Map<string, number>

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "kit-size-"))
    await runCommand(
      process.execPath,
      [
        path.join(REPOSITORY, "node_modules/vite/bin/vite.js"),
        ...["build", "--config", path.join(__dirname, "vite.config.mts")],
        ...["--outDir", folder],
      ],
      { cwd: REPOSITORY, env: cleanEnvironment({ NODE_ENV: "production" }) }
    )
    const files = await readdir(folder)
    sizes = new Map(
      await Promise.all(
        files.map(async (file): Promise<[string, number]> => {
          const content = await readFile(path.join(folder, file))
          return [path.parse(file).name, gzipSync(content).byteLength]
        })
      )
    )
  })

  afterAll(() => rm(folder, { recursive: true, force: true }))

  const size = (...names: string[]) =>
    names.reduce((sum, name) => {
      const bytes = sizes.get(name)
      if (bytes === undefined) throw new Error(`${name} was not built.`)
      return sum + bytes
    }, 0)

  it("is what a page loads at first, the QR encoder, and a language each", () => {
    expect([...sizes.keys()].sort()).toEqual(
      ["kit", "qr-code", ...LANGUAGES].sort()
    )
  })

  it.each(["en", ...LANGUAGES])(
    "takes at most 16 KB of a page in all, texts of %s and QR code included",
    (language) => {
      const further = language === "en" ? [] : [language]
      expect(size("kit", "qr-code", ...further)).toBeLessThanOrEqual(
        LIMIT_BYTES
      )
    }
  )
})
