import { mkdtemp, readFile, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { gzipSync } from "node:zlib"
import { cleanEnvironment } from "../../support/clean-environment"
import { runCommand } from "../../support/run-command"

const REPOSITORY = path.resolve(__dirname, "../../..")
const LANGUAGES = ["de", "es", "fr", "it", "pt"]

type Entry = {
  entry: string
  limitBytes: number
  /** What is loaded at first. */
  first: string[]
  /** The file of a language. */
  file: (language: string) => string
}

const CHECKOUT: Entry = {
  entry: "react",
  limitBytes: 16_000,
  first: ["kit", "qr-code"],
  file: (language) => language,
}

const REFUND: Entry = {
  entry: "react-refund",
  limitBytes: 8_000,
  first: ["kit"],
  file: (language) => `refund-${language}`,
}

describe.each([CHECKOUT, REFUND])(
  "the storefront kit's $entry in a shop's bundle",
  (bundle) => {
    const { entry, limitBytes, first, file } = bundle
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
          ...["--outDir", folder, "--mode", entry],
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

    it("is what a page loads at first, its QR encoder, and a language each", () => {
      expect([...sizes.keys()].sort()).toEqual(
        [...first, ...LANGUAGES.map(file)].sort()
      )
    })

    it.each(["en", ...LANGUAGES])(
      `takes at most ${limitBytes} bytes of a page in all, with the texts of %s`,
      (language) => {
        const further = language === "en" ? [] : [file(language)]
        expect(size(...first, ...further)).toBeLessThanOrEqual(limitBytes)
      }
    )
  }
)
