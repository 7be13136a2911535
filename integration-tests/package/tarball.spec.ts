import { execFileSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { cleanEnvironment } from "../support/clean-environment"
import {
  type PackedPackage,
  packPackage,
  SANDBOX,
  STOREFRONT_KIT,
} from "./pack-package"
import { runCommand } from "../support/run-command"
import { undeclaredImports } from "./undeclared-imports"

const repository = path.resolve(__dirname, "../..")
const workFolder = fs.mkdtempSync(path.join(os.tmpdir(), "packed-clone-"))
const clone = path.join(workFolder, "clone")

jest.setTimeout(10 * 60_000)

const FOLDERS = { plugin: ".", kit: STOREFRONT_KIT, sandbox: SANDBOX }

type Name = keyof typeof FOLDERS

const NAMES = Object.keys(FOLDERS) as Name[]

const packed = {} as Record<Name, PackedPackage>
/** What is inside a tarball, as it is installed. */
const unpacked = (name: Name) => path.join(workFolder, name, "package")

beforeAll(async () => {
  cloneWithoutBuild()
  for (const name of NAMES) {
    const folder = path.join(workFolder, name)
    fs.mkdirSync(folder)
    packed[name] = await packPackage(path.join(clone, FOLDERS[name]), folder)
    const here = { cwd: folder, env: cleanEnvironment() }
    await runCommand("tar", ["xzf", packed[name].tarball], here)
  }
})

afterAll(() => fs.rmSync(workFolder, { recursive: true, force: true }))

describe("the tarball of a clean clone", () => {
  it("holds the built plugin and its papers", () => {
    expect(packed.plugin.files).toEqual(
      expect.arrayContaining([
        "package.json",
        "README.md",
        "LICENSE",
        "CHANGELOG.md",
        "llms.txt",
        "src/admin/README.md",
        "src/setup/README.md",
        "src/storefront/README.md",
        "integration-tests/README.md",
        ".medusa/server/src/admin/index.mjs",
        ".medusa/server/src/admin/index.js",
        ".medusa/server/src/providers/crypto/index.js",
      ])
    )
  })

  it("holds the built kit and sandbox, each with its guide", () => {
    const papers = ["package.json", "README.md", "LICENSE"]
    expect(packed.kit.files).toEqual(
      expect.arrayContaining([...papers, "dist/react.mjs", "dist/style.css"])
    )
    expect(packed.sandbox.files).toEqual(
      expect.arrayContaining([...papers, "dist/bin.js", "dist/index.d.ts"])
    )
  })

  it.each(NAMES)("holds a file for every entry of the %s", (name) => {
    const { exports, bin, types, typesVersions } = manifest(name)
    const targets = [exports, bin, types, typesVersions]
      .flatMap(stringsIn)
      .filter((target) => !target.includes("*"))
    const missing = targets.filter(
      (target) => !fs.existsSync(path.join(unpacked(name), target))
    )
    expect(targets.length).toBeGreaterThan(4)
    expect(missing).toEqual([])
  })

  it.each(NAMES)("holds no tests, test data or sources of the %s", (name) => {
    const unwanted = packed[name].files.filter((file) =>
      /\.spec\.|\/fixtures\/|medusa-config|(integration-tests|src\/(sandbox|storefront))\/(?!README)|(?<!\.d)\.m?tsx?$/.test(
        file
      )
    )
    expect(unwanted).toEqual([])
  })

  it.each(NAMES)(
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

  it.each(NAMES)("imports nothing that the %s does not declare", (name) => {
    const { files } = packed[name]
    expect(undeclaredImports(unpacked(name), files)).toEqual([])
  })
})

describe("the checkers of published packages", () => {
  it.each(NAMES)("publint finds no fault in the %s", async (name) => {
    await runTool("publint", ["run", "--strict", packed[name].tarball])
  })

  it.each(NAMES)("are the types wrong finds none in the %s", async (name) => {
    await runTool("attw", [
      packed[name].tarball,
      // Medusa's bundler reads the first; the others hold no code.
      "--exclude-entrypoints",
      ...["admin", "style.css"],
      // The kit is made for bundlers and for Node's own modules.
      ...["--ignore-rules", "cjs-resolves-to-esm"],
    ])
  })

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

/** The files that a clone would have, not built yet. */
function cloneWithoutBuild(): void {
  const files = execFileSync(
    "git",
    ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    { cwd: repository, encoding: "utf8" }
  )
  for (const file of files.split("\0").filter(Boolean)) {
    const source = path.join(repository, file)
    if (!fs.existsSync(source)) continue
    fs.cpSync(source, path.join(clone, file))
  }
  fs.symlinkSync(
    path.join(repository, "node_modules"),
    path.join(clone, "node_modules")
  )
}

function manifest(name: Name): Record<string, unknown> {
  return JSON.parse(
    fs.readFileSync(path.join(unpacked(name), "package.json"), "utf8")
  )
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value]
  if (typeof value !== "object" || value === null) return []
  return Object.values(value).flatMap(stringsIn)
}
