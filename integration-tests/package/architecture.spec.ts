import { execFile } from "node:child_process"
import fs from "node:fs/promises"
import path from "node:path"
import { promisify } from "node:util"
import plugin from "../../package.json"
import sandbox from "../../src/sandbox/package.json"
import kit from "../../src/storefront/package.json"

const repository = path.resolve(__dirname, "../..")
const config = path.join(repository, ".dependency-cruiser.cjs")
const command = path.join(repository, "node_modules/.bin/depcruise")

type Found = {
  modules: Module[]
  violations: string[]
  rules: string[]
}

type Module = {
  source: string
  dependencies: { resolved: string; dependencyTypes: string[] }[]
}

/** Reads the imports of folders; each violation is `rule: from`. */
async function cruise(directory: string, ...folders: string[]): Promise<Found> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [command, ...folders, "--config", config, "--output-type", "json"],
    { cwd: directory, maxBuffer: 64 << 20 }
  ).catch((error: { stdout: string }) => error)
  const { modules, summary } = JSON.parse(stdout)
  const violations: { rule: { name: string }; from: string }[] =
    summary.violations
  const rules: { name: string }[] = summary.ruleSetUsed.forbidden
  return {
    modules,
    violations: violations.map(({ rule, from }) => `${rule.name}: ${from}`),
    rules: rules.map(({ name }) => name),
  }
}

const MODULE = "src/modules/crypto-payment"

/** The module's features, whose rules stand beside their SQL. */
const FEATURE = new RegExp(
  `^${MODULE}/(?!fixtures|merchants|migrations|models)[^/]+/(?!.*\\.spec\\.)`
)

/**
 * The rules without I/O, and what of them calls a file that works on the database, as `path: path`.
 */
function readRules(modules: Module[]) {
  const works = new Set([`${MODULE}/database.ts`, `${MODULE}/service.ts`])
  const ofFeatures = modules.filter(({ source }) => FEATURE.test(source))
  const isPure = (each: Module) =>
    each.dependencies.every(({ resolved }) => !works.has(resolved))
  const rules = ofFeatures.filter(isPure)
  const working = new Set(
    ofFeatures.filter((each) => !isPure(each)).map(({ source }) => source)
  )
  const impure = rules.flatMap(({ source, dependencies }) =>
    dependencies
      .filter(({ dependencyTypes: types }) => !types.includes("type-only"))
      .filter(({ resolved }) => working.has(resolved))
      .map(({ resolved }) => `${source}: ${resolved}`)
  )
  return { rules, impure }
}

describe("the sources of the plugin and of its tests", () => {
  let found: Found

  beforeAll(async () => {
    found = await cruise(repository, "src", "integration-tests")
  }, 60_000)

  it("keep to their layers, a rule for each folder, and have no circles, types included", async () => {
    expect(found.modules.length).toBeGreaterThan(200)
    expect(found.violations).toEqual([])
    const folders = await fs.readdir(path.join(repository, "src"), {
      withFileTypes: true,
    })
    for (const { name } of folders.filter((each) => each.isDirectory())) {
      expect(found.rules).toContain(`layer-of-${name}`)
    }
  })

  it("read Medusa's records by one door, and write them in the workflows", async () => {
    const product = found.modules
      .map(({ source }) => source)
      .filter((source) => /^src\/.*(?<!\.spec)\.tsx?$/.test(source))
    const sources = await Promise.all(
      product.map(async (source) => ({
        source,
        text: await fs.readFile(path.join(repository, source), "utf8"),
      }))
    )
    const of = (pattern: RegExp) =>
      sources
        .filter(({ text }) => pattern.test(text))
        .map(({ source }) => source)
    expect(of(/\.graph\(/)).toEqual(["src/medusa/query.ts"])
    const services = of(
      /resolve(?:<\w+>)?\(\s*Modules\.(?:CART|INVENTORY|ORDER|PAYMENT|PRODUCT|PROMOTION|REGION)\b/
    )
    expect(services).toContain("src/medusa/orders.ts")
    expect(
      services.filter((file) => !/^src\/(?:medusa|workflows)\//.test(file))
    ).toEqual([])
  })

  it("keep rules pure: no file without SQL calls one with it", () => {
    const { rules, impure } = readRules(found.modules)
    expect(rules.length).toBeGreaterThan(10)
    expect(impure).toEqual([])
  })
})

/** Checks that see nothing would let every fault in. */
describe("the checks", () => {
  /** Made-up files, with the rules that each breaks. */
  const faulty: [file: string, source: string, ...rules: string[]][] = [
    ["gateway/a.ts", `import { a } from "../workflows"`, "layer-of-gateway"],
    ["gateway/b.ts", `let a: import("../workflows").A`, "layer-of-gateway"],
    ["gateway/j.ts", `import type { A } from "@medusajs/types"`, "no-medusa"],
    ["gateway/k.ts", `import type { L } from "./l"`, "circle"],
    ["gateway/l.ts", `import type { K } from "./k"`],
    ["gateway/index.ts", `export const a = 1`],
    ["workflows/index.ts", `import "../modules/crypto-payment/service"`],
    ["api/index.ts", `export type A = 1; export const b = 2`],
    ["api/b.ts", `import "../gateway/a"`, "entry-of-gateway"],
    ["api/c.ts", `import "../modules/fixtures/a"`, "no-test-data"],
    ["api/d.ts", `import "./e.spec"`, "no-test-data"],
    ["api/e.spec.ts", `import "../modules/fixtures/a"; import "fast-check"`],
    ["api/f.ts", `import { Hono } from "hono"`, "not-installed"],
    ["api/g.ts", `import type { A } from "fast-check"`, "test-tool"],
    [
      "api/h.ts",
      `import "@medusajs/framework/mikro-orm/knex"`,
      "query-builder",
    ],
    ["sandbox/a.ts", `import "../gateway"`, "layer-of-sandbox"],
    ["admin/a.tsx", `import { type A, b } from "../api"`, "layer-of-admin"],
    ["storefront/a.ts", `import "zod"`, "in-the-shoppers-browser"],
    ["modules/fixtures/a.ts", ``],
    ["modules/crypto-payment/database.ts", `export type Database = 1`],
    ["modules/crypto-payment/service.ts", ``],
    [
      "modules/crypto-payment/a/rows.ts",
      `import type { D } from "../database"`,
    ],
    ["modules/crypto-payment/a/terms.ts", `import { r } from "./rows"`],
    ["modules/crypto-payment/a/types.ts", `import type { R } from "./rows"`],
  ]
  let found: Found

  beforeAll(async () => {
    // Within the repository, whose packages it finds.
    const cache = path.join(repository, ".cache")
    await fs.mkdir(cache, { recursive: true })
    const directory = await fs.mkdtemp(path.join(cache, "layers-"))
    const manifest = "src/sandbox/package.json"
    try {
      for (const copied of ["package.json", "tsconfig.json", manifest]) {
        await fs.cp(path.join(repository, copied), path.join(directory, copied))
      }
      for (const [file, source] of faulty) {
        const target = path.join(directory, "src", file)
        await fs.mkdir(path.dirname(target), { recursive: true })
        await fs.writeFile(target, source)
      }
      found = await cruise(directory, "src")
    } finally {
      await fs.rm(directory, { recursive: true })
    }
  }, 60_000)

  it("find each broken rule and a rule that calls SQL, and nothing else", () => {
    const expected = faulty.flatMap(([file, , ...rules]) =>
      rules.map((rule) => `${rule}: src/${file}`)
    )
    expect([...new Set(found.violations)].sort()).toEqual(expected.sort())
    expect(readRules(found.modules).impure).toEqual([
      `${MODULE}/a/terms.ts: ${MODULE}/a/rows.ts`,
    ])
  })
})

describe("the packages of the repository", () => {
  it("have one version", () => {
    const { version } = plugin
    expect([kit.version, sandbox.version]).toEqual([version, version])
  })

  it("ask for one version of Medusa, the first that the README says was tried", async () => {
    const readme = await fs.readFile(path.join(repository, "README.md"), "utf8")
    const [, tried] =
      readme.match(/\n## Versions\n[^]*?^[|-] (\d[\d.]*\d)/m) ?? []
    for (const name of ["admin-sdk", "framework", "medusa"] as const) {
      expect(plugin.peerDependencies[`@medusajs/${name}`]).toBe(`^${tried}`)
    }
  })
})
