import fs from "node:fs"
import path from "node:path"
import { importCircles } from "./import-graph"
import { impureRules, isPureRule } from "./pure-rules"
import { sourceFilesOf } from "./source-files"
import { violations } from "./violations"

const repository = path.resolve(__dirname, "../../..")
const manifestIn = (folder: string) =>
  JSON.parse(
    fs.readFileSync(path.join(repository, folder, "package.json"), "utf8")
  )
const manifests = {
  plugin: manifestIn("."),
  sandbox: manifestIn("src/sandbox"),
}
const files = sourceFilesOf(repository)

/** Violations of one made-up file. */
function faults(filePath: string, source: string): string[] {
  return violations([{ path: filePath, source }], {
    plugin: {
      dependencies: { zod: "1" },
      peerDependencies: { "@medusajs/framework": "1" },
    },
    sandbox: { dependencies: { hono: "1" } },
  })
}

describe("the sources of the plugin", () => {
  it("keep to their rooms", () => {
    expect(files.length).toBeGreaterThan(0)
    expect(violations(files, manifests)).toEqual([])
  })

  it("keep rules pure: no file without SQL calls one with it", () => {
    expect(files.filter(isPureRule).length).toBeGreaterThan(15)
    expect(impureRules(files)).toEqual([])
  })

  it("have no circles of imports, types included", () => {
    expect(importCircles(files)).toEqual([])
  })

  it("have one version, the packages of the repository", () => {
    const folders = [".", ...manifests.plugin.workspaces]
    expect(new Set(folders.map((each) => manifestIn(each).version)).size).toBe(
      1
    )
  })

  it("ask for one version of Medusa, the first that the README says was tried", () => {
    const [, tried] =
      fs
        .readFileSync(path.join(repository, "README.md"), "utf8")
        .match(/\n## Versions\n[^]*?^- Medusa (\d[\d.]*\d)/m) ?? []
    for (const name of ["admin-sdk", "framework", "medusa"]) {
      expect(manifests.plugin.peerDependencies[`@medusajs/${name}`]).toBe(
        `^${tried}`
      )
    }
  })
})

/** A checker that sees nothing would let every fault in. */
describe("the room checker", () => {
  it.each([
    `import { a } from "../workflows/settle"`,
    `import "../workflows/settle"`,
    `import type { A } from "../workflows/settle"`,
    `let a: import("../workflows/settle").A`,
    `export * from "../workflows/settle"`,
    `export { a } from "../workflows/settle"`,
    `const a = await import("../workflows/settle")`,
    `const a = require("../workflows/settle")`,
    `import a = require("../workflows/settle")`,
    `const a = require.resolve("../workflows/settle")`,
  ])("finds a broken arrow in %s", (source) => {
    expect(faults("src/gateway/client.ts", `\n${source}`)).toEqual([
      "src/gateway/client.ts:2 gateway may not use workflows (src/workflows/settle)",
    ])
  })

  it.each([
    ["src/workflows/a.ts", `import "../api/middlewares"`, "may not use api"],
    ["src/api/a.ts", `import "../sandbox"`, "may not use sandbox"],
    ["src/api/a.ts", `import "../gateway/client"`, "reaches into the gateway"],
    ["src/api/a.ts", `import "../modules/a/fixtures/b"`, "uses the test data"],
    ["src/api/a.ts", `import { Hono } from "hono"`, "needs hono at run time"],
    ["src/sandbox/a.ts", `import "../gateway"`, "sandbox may not use gateway"],
    ["src/admin/a.tsx", `import { type A, b } from "../api"`, "more than its"],
    ["src/admin/a.tsx", `import a from "../../medusa-config"`, "leaves src"],
    ["src/gateway/a.ts", `import type { A } from "@medusajs/a"`, "of Medusa"],
    ["src/storefront/a.ts", `import "zod"`, "brings zod into"],
    ["src/api/a.ts", `import type { A } from "fast-check"`, "test tool"],
    ["src/api/a.ts", `import { a } from "./b.spec"`, "imports the test"],
    ["src/api/a.ts", `import "a/mikro-orm/knex"`, "names the query builder"],
    ["src/api/a.ts", `await import(name)`, "computed"],
    ["src/unheard-of/a.ts", ``, "none of the rooms"],
  ])("does not accept in %s: %s", (filePath, source, fault) => {
    expect(faults(filePath, source)).toEqual([expect.stringContaining(fault)])
  })

  it.each([
    ["src/workflows/a.ts", `import "../modules/crypto-payment/service"`],
    ["src/api/hooks/[id]/route.ts", `import "../../../workflows"`],
    ["src/api/a.spec.ts", `import "../gateway/fixtures"; import "fast-check"`],
    ["src/api/a.ts", `import "zod/v4"; import "node:fs"`],
    ["src/admin/a.tsx", `import type { A } from "../workflows"`],
    ["src/admin/a.tsx", `import { a } from "../storefront/qr-code"`],
    ["src/sandbox/a.ts", `import { Hono } from "hono"`],
  ])("accepts in %s: %s", (filePath, source) => {
    expect(faults(filePath, source)).toEqual([])
  })
})

describe("the checker of pure rules", () => {
  const folder = "src/modules/crypto-payment/refunds"
  const rows = {
    path: `${folder}/rows.ts`,
    source: `import type { Database } from "../database"`,
  }

  it("finds a rule that calls SQL, and lets it take types", () => {
    const rule = (source: string) => ({ path: `${folder}/terms.ts`, source })
    expect(impureRules([rows, rule(`import { r } from "./rows"`)])).toEqual([
      `${folder}/terms.ts uses ${folder}/rows.ts`,
    ])
    expect(
      impureRules([rows, rule(`import type { R } from "./rows"`)])
    ).toEqual([])
  })

  it("lets SQL call rules and SQL", () => {
    const sql = { ...rows, path: `${folder}/more.ts` }
    const both = { ...sql, source: `${sql.source}\nimport { r } from "./rows"` }
    expect(impureRules([rows, both])).toEqual([])
  })
})
