import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { cleanEnvironment } from "../support/clean-environment"
import {
  cloneWithoutBuild,
  type Packed,
  packAll,
  type PackageName,
  PACKAGES,
} from "./pack-package"
import { runCommand } from "../support/run-command"
import { undeclaredImports } from "./undeclared-imports"

const repository = path.resolve(__dirname, "../..")
const workFolder = fs.mkdtempSync(path.join(os.tmpdir(), "packed-clone-"))
const clone = path.join(workFolder, "clone")

jest.setTimeout(10 * 60_000)

let packed: Packed
/** What is inside a tarball, as it is installed. */
const unpacked = (name: PackageName) => path.join(workFolder, name, "package")

beforeAll(async () => {
  cloneWithoutBuild(repository, clone)
  packed = await packAll(clone, workFolder)
  for (const name of PACKAGES) {
    const folder = path.join(workFolder, name)
    fs.mkdirSync(folder)
    const here = { cwd: folder, env: cleanEnvironment() }
    await runCommand("tar", ["xzf", packed[name].tarball], here)
  }
})

afterAll(() => fs.rmSync(workFolder, { recursive: true, force: true }))

describe("the tarball of a clean clone", () => {
  it.each<[PackageName, string[]]>([
    [
      "plugin",
      [
        "CHANGELOG.md",
        "llms.txt",
        "src/admin/README.md",
        "src/setup/README.md",
        "src/storefront/README.md",
        "integration-tests/README.md",
        "starter/src/lib/data/crypto.ts",
        ".medusa/server/src/providers/crypto/index.js",
      ],
    ],
    ["kit", ["dist/style.css"]],
    ["sandbox", []],
  ])("holds the %s with its papers: %j", (name, files) => {
    const papers = ["package.json", "README.md", "LICENSE", ...files]
    expect(packed[name].files).toEqual(expect.arrayContaining(papers))
  })

  it.each(PACKAGES)(
    "holds no tests, test data or sources of the %s",
    (name) => {
      const unwanted = packed[name].files.filter((file) =>
        /\.spec\.|\/fixtures\/|(integration-tests|src\/(sandbox|storefront))\/(?!README)|^(?!starter\/).*(medusa-config|(?<!\.d)\.m?tsx?$)/.test(
          file
        )
      )
      expect(unwanted).toEqual([])
    }
  )

  it.each(PACKAGES)(
    "points to no source map that the %s lacks, and to no folder of this machine",
    (name) => {
      const pointing = packed[name].files.filter((file) => {
        const text = fs.readFileSync(path.join(unpacked(name), file), "utf8")
        return (
          /[#@] sourceMappingURL=/.test(text) ||
          [repository, workFolder].some((folder) => text.includes(folder))
        )
      })
      expect(pointing).toEqual([])
    }
  )

  it("stays within its size", () => {
    // A fifth of it is documentation, and a tenth texts in other languages.
    expect(packed.plugin.packedBytes).toBeLessThanOrEqual(850_000)
    expect(packed.plugin.unpackedBytes).toBeLessThanOrEqual(3_450_000)
  })

  it.each(PACKAGES)("imports nothing that the %s does not declare", (name) => {
    const { files } = packed[name]
    expect(undeclaredImports(unpacked(name), files)).toEqual([])
  })
})

describe("the checkers of published packages", () => {
  it.each(PACKAGES)("publint finds no fault in the %s", async (name) => {
    await runTool("publint", ["run", "--strict", packed[name].tarball])
  })

  it.each(PACKAGES)(
    "are the types wrong finds none in the %s",
    async (name) => {
      await runTool("attw", [
        packed[name].tarball,
        // Medusa's bundler reads the first; the others hold no code.
        "--exclude-entrypoints",
        "admin",
        "style.css",
        // The kit is made for bundlers and for Node's own modules.
        "--ignore-rules",
        "cjs-resolves-to-esm",
      ])
    }
  )

  async function runTool(name: string, args: string[]): Promise<void> {
    const program = path.join(repository, "node_modules/.bin", name)
    await runCommand(program, args, { cwd: clone, env: cleanEnvironment() })
  }
})

it("the reader of imports notices each way to import", () => {
  const folder = fs.mkdtempSync(path.join(workFolder, "made-up-"))
  const write = (name: string, text: string) =>
    fs.writeFileSync(path.join(folder, name), text)
  write("package.json", '{ "peerDependencies": { "declared": "*" } }')
  write(
    "a.js",
    `import a from "import"; export * from "@scope/export/inner"
     require("require"); import("dynamic"); import "declared"; import "fs"`
  )
  expect(undeclaredImports(folder, ["a.js"])).toEqual(
    ["import", "@scope/export", "require", "dynamic"].map(
      (name) => `a.js: ${name}`
    )
  )
})
