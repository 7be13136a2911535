import { mkdtemp, readFile, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { gzipSync } from "node:zlib"
import { cleanEnvironment } from "../../support/clean-environment"
import { runCommand } from "../../support/run-command"

const REPOSITORY = path.resolve(__dirname, "../../..")
const LANGUAGES = [
  "ar",
  "de",
  "es",
  "fr",
  "hi",
  "id",
  "it",
  "ja",
  "ko",
  "nl",
  "pl",
  "pt",
  "ru",
  "tr",
  "uk",
  "vi",
  "zh",
]

const ICONS_LIMIT_BYTES = 4_500

/** What loads further files in a bundle of Vite. */
const NOT_OF_THE_KIT = "bundler"

type Entry = {
  entry: string
  limitBytes: number
  /** What is loaded at first. */
  first: string[]
  /** Loaded where a coin is shown: the icons. */
  icons: string[]
  /** Loaded later, with the limit of each file. */
  later: Record<string, number>
}

const CHECKOUT: Entry = {
  entry: "react",
  limitBytes: 15_616,
  // The entry takes all from a file that others import from, too.
  first: ["kit", "react"],
  icons: ["coin-looks"],
  later: {
    // With the first QR code.
    "qr-code": 4_200,
    // Words of coins and networks, with the icons and with the details.
    recognize: 1_800,
    // Before a payment is started.
    start: 1_000,
    // With the panel and the pay page: what the details of a payment need.
    "payment-parts": 3_750,
    // With the list of coins.
    "coin-form": 1_750,
  },
}

const LATEST: Entry = {
  entry: "react-latest",
  limitBytes: 10_240,
  first: ["kit"],
  icons: [],
  later: {},
}

const REFUND: Entry = {
  entry: "react-refund",
  limitBytes: 9_216,
  first: ["kit"],
  icons: [],
  later: {},
}

describe.each([CHECKOUT, LATEST, REFUND])(
  "the storefront kit's $entry in a shop's bundle",
  (bundle) => {
    const { entry, limitBytes, first, icons, later } = bundle
    let folder: string
    /** Bytes of each file, gzipped, by its name without ending. */
    let sizes: Map<string, number>

    beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), "kit-size-"))
      await runCommand(
        process.execPath,
        [
          path.join(REPOSITORY, "node_modules/vite/bin/vite.js"),
          "build",
          "--config",
          path.join(__dirname, "vite.config.mts"),
          "--outDir",
          folder,
          "--mode",
          entry,
        ],
        { cwd: REPOSITORY, env: cleanEnvironment({ NODE_ENV: "production" }) }
      )
      const files = (await readdir(folder)).filter(
        (file) => path.parse(file).name !== NOT_OF_THE_KIT
      )
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

    it("is what a page loads at first, its QR encoder, its icons, and a language each", () => {
      expect([...sizes.keys()].sort()).toEqual(
        [...first, ...icons, ...LANGUAGES, ...Object.keys(later)].sort()
      )
    })

    it(`has icons of at most ${ICONS_LIMIT_BYTES} bytes`, () => {
      expect(size(...icons)).toBeLessThanOrEqual(ICONS_LIMIT_BYTES)
    })

    it("loads words of coins and code for the details of a payment apart, each file of a limited size", () => {
      const sizesLater = Object.keys(later).map((name) => [name, size(name)])
      expect(
        sizesLater.filter(([name, bytes]) => Number(bytes) > later[name])
      ).toEqual([])
    })

    it.each(["en", ...LANGUAGES])(
      `takes at most ${limitBytes} bytes of a page in all but icons, with the texts of %s`,
      (language) => {
        const further = language === "en" ? [] : [language]
        expect(size(...first, ...further)).toBeLessThanOrEqual(limitBytes)
      }
    )
  }
)
