import { execFileSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { cleanEnvironment } from "../support/clean-environment"
import { type PackedPlugin, packPlugin } from "./pack-plugin"
import { runCommand } from "../support/run-command"
import { undeclaredImports } from "./undeclared-imports"

const repository = path.resolve(__dirname, "../..")
const workFolder = fs.mkdtempSync(path.join(os.tmpdir(), "packed-clone-"))
const clone = path.join(workFolder, "clone")

jest.setTimeout(10 * 60_000)

let plugin: PackedPlugin
/** What is inside the tarball, as a store gets it. */
const unpacked = path.join(workFolder, "package")

beforeAll(async () => {
  cloneWithoutBuild()
  plugin = await packPlugin(clone, workFolder)
  const here = { cwd: workFolder, env: cleanEnvironment() }
  await runCommand("tar", ["xzf", plugin.tarball], here)
})

afterAll(() => fs.rmSync(workFolder, { recursive: true, force: true }))

describe("the tarball of a clean clone", () => {
  it("holds the built plugin and its papers", () => {
    expect(plugin.files).toEqual(
      expect.arrayContaining([
        "package.json",
        "README.md",
        "LICENSE",
        "CHANGELOG.md",
        "llms.txt",
        "src/admin/README.md",
        "src/storefront/README.md",
        "integration-tests/README.md",
        ".medusa/server/src/admin/index.mjs",
        ".medusa/server/src/admin/index.js",
        ".medusa/server/src/providers/crypto/index.js",
        ".medusa/server/src/sandbox/bin.js",
        ".medusa/server/src/storefront/react.mjs",
        ".medusa/server/src/storefront/react.d.mts",
        ".medusa/server/src/storefront/react-refund.mjs",
        ".medusa/server/src/storefront/react-refund.d.mts",
      ])
    )
  })

  it("holds a file for every entry of exports, bin and typesVersions", () => {
    const { exports, bin, typesVersions } = manifest()
    const targets = [exports, bin, typesVersions]
      .flatMap(stringsIn)
      .filter((target) => !target.includes("*"))
    const missing = targets.filter(
      (target) => !fs.existsSync(path.join(unpacked, target))
    )
    expect(targets.length).toBeGreaterThan(10)
    expect(missing).toEqual([])
  })

  it("holds no tests, test data, sources or settings of the repository", () => {
    const unwanted = plugin.files.filter((file) =>
      /\.spec\.|\/fixtures\/|medusa-config|integration-tests\/(?!README)|(?<!\.d)\.m?tsx?$/.test(
        file
      )
    )
    expect(unwanted).toEqual([])
  })

  it("points to no source map that it does not hold", () => {
    const pointing = plugin.files.filter((file) =>
      /[#@] sourceMappingURL=/.test(
        fs.readFileSync(path.join(unpacked, file), "utf8")
      )
    )
    expect(pointing).toEqual([])
  })

  it("stays within its size", () => {
    // A fifth of it is documentation, and a tenth texts in other languages.
    expect(plugin.packedBytes).toBeLessThanOrEqual(850_000)
    expect(plugin.unpackedBytes).toBeLessThanOrEqual(3_450_000)
  })

  it("imports nothing that package.json does not declare", () => {
    expect(undeclaredImports(unpacked, plugin.files)).toEqual([])
  })
})

describe("the checkers of published packages", () => {
  it("publint finds no fault", async () => {
    await runTool("publint", ["run", "--strict", plugin.tarball])
  })

  it("are the types wrong finds no fault", async () => {
    await runTool("attw", [
      plugin.tarball,
      // Medusa's bundler reads the first; the others hold no code.
      "--exclude-entrypoints",
      ...["admin", "storefront/style.css", "openapi.json"],
      // The kit is made for bundlers and for Node's own modules.
      ...["--ignore-rules", "cjs-resolves-to-esm"],
    ])
  })

  async function runTool(name: string, args: string[]): Promise<void> {
    const program = path.join(repository, "node_modules/.bin", name)
    await runCommand(program, args, { cwd: clone, env: cleanEnvironment() })
  }
})

describe("the reader of imports", () => {
  it.each([
    ["an import", `import a from "left-pad"`],
    ["a scoped re-export", `export * from "@scope/left-pad/inner"`],
    ["a call of require", `const a = require("left-pad")`],
    ["a dynamic import", `const a = () => import("left-pad")`],
  ])("notices %s", (_, source) => {
    const folder = fs.mkdtempSync(path.join(workFolder, "made-up-"))
    fs.writeFileSync(path.join(folder, "a.js"), source)
    fs.writeFileSync(
      path.join(folder, "package.json"),
      JSON.stringify({ peerDependencies: { declared: "*" } })
    )
    expect(undeclaredImports(folder, ["a.js"])).toHaveLength(1)
  })
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

function manifest(): Record<string, unknown> {
  return JSON.parse(
    fs.readFileSync(path.join(unpacked, "package.json"), "utf8")
  )
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value]
  if (typeof value !== "object" || value === null) return []
  return Object.values(value).flatMap(stringsIn)
}
