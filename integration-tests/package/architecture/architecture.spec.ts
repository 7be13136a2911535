import fs from "node:fs"
import path from "node:path"
import { importCircles } from "./import-graph"
import { entriesWithoutSource } from "./export-targets"
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
    expect(files.filter(isPureRule).length).toBeGreaterThan(30)
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

  it("stand behind every entry of the package", () => {
    const paths = fs
      .readdirSync(path.join(repository, "src"), {
        recursive: true,
        encoding: "utf8",
      })
      .map((file) => `src/${file.split(path.sep).join("/")}`)
    expect(entriesWithoutSource(manifests.plugin, paths)).toEqual([])
  })
})

describe("the room checker", () => {
  it.each([
    ["an import", `import { a } from "../workflows/settle"`],
    ["an import for its effect", `import "../workflows/settle"`],
    ["a type import", `import type { A } from "../workflows/settle"`],
    ["a type in place", `let a: import("../workflows/settle").A`],
    ["a re-export", `export * from "../workflows/settle"`],
    ["a named re-export", `export { a } from "../workflows/settle"`],
    ["a dynamic import", `const a = await import("../workflows/settle")`],
    ["a require", `const a = require("../workflows/settle")`],
    ["an import by require", `import a = require("../workflows/settle")`],
    ["a resolved path", `const a = require.resolve("../workflows/settle")`],
  ])("finds a broken arrow in %s", (_, source) => {
    expect(faults("src/gateway/client.ts", `\n${source}`)).toEqual([
      "src/gateway/client.ts:2 gateway may not use workflows (src/workflows/settle)",
    ])
  })

  it.each([
    ["src/gateway/a.ts", "../modules/crypto-payment/service"],
    ["src/modules/crypto-payment/a.ts", "../../providers/crypto/service"],
    ["src/modules/crypto-payment/a.ts", "../../workflows"],
    ["src/providers/crypto/a.ts", "../../workflows"],
    ["src/workflows/steps/a.ts", "../../providers/crypto/service"],
    ["src/workflows/a.ts", "../api/middlewares"],
    ["src/jobs/a.ts", "../subscribers/order-placed"],
    ["src/links/a.ts", "../workflows"],
    ["src/shared-thing.ts", "./modules/crypto-payment"],
  ])("does not let %s import %s", (filePath, specifier) => {
    expect(faults(filePath, `import { a } from "${specifier}"`)).toEqual([
      expect.stringContaining("may not use"),
    ])
  })

  it.each([
    ["src/modules/crypto-payment/a.ts", "../../gateway"],
    ["src/modules/crypto-payment/a.ts", "../../shared-thing"],
    ["src/providers/crypto/a.ts", "../../modules/crypto-payment"],
    ["src/workflows/steps/a.ts", "../../modules/crypto-payment/service"],
    ["src/api/hooks/crypto/[provider_id]/route.ts", "../../../../workflows"],
    ["src/jobs/a.ts", "../workflows/reconcile"],
    ["src/links/a.ts", "../modules/crypto-payment"],
    ["src/api/a.spec.ts", "../gateway/fixtures"],
  ])("lets %s import %s", (filePath, specifier) => {
    expect(faults(filePath, `import { a } from "${specifier}"`)).toEqual([])
  })

  it.each(["src/providers/crypto/a.ts", "src/api/a.ts", "src/gateway/a.ts"])(
    "does not let %s import the sandbox",
    (filePath) => {
      const up = "../".repeat(filePath.split("/").length - 2)
      expect(faults(filePath, `import "${up}sandbox"`)).toEqual([
        expect.stringContaining("may not use sandbox"),
      ])
    }
  )

  it("lets no room reach into the gateway past its entry", () => {
    for (const file of ["client", "webhooks", "fixtures"]) {
      expect(
        faults("src/api/a.ts", `import { a } from "../gateway/${file}"`)
      ).toEqual([expect.stringContaining(`src/gateway/${file}`)])
    }
  })

  it("lets the sandbox share nothing with the plugin, and need its own packages", () => {
    const sandbox = (source: string) => faults("src/sandbox/a.ts", source)
    expect(sandbox(`import { a } from "../gateway"`)).toEqual([
      expect.stringContaining("sandbox may not use gateway"),
    ])
    expect(sandbox(`import { Hono } from "hono"`)).toEqual([])
    expect(faults("src/api/a.ts", `import { Hono } from "hono"`)).toEqual([
      expect.stringContaining("needs hono at run time"),
    ])
  })

  it("lets the admin take types from the server, the kit's QR encoder and package.json", () => {
    const admin = (source: string) =>
      faults("src/admin/widgets/order.tsx", source)
    const values = [expect.stringContaining("more than its types")]

    expect(admin(`import type { A } from "../../workflows"`)).toEqual([])
    expect(admin(`import { type A } from "../../workflows"`)).toEqual([])
    expect(admin(`import { a } from "../../workflows"`)).toEqual(values)
    expect(admin(`import { type A, b } from "../../workflows"`)).toEqual(values)
    expect(admin(`export { a } from "../../workflows"`)).toEqual(values)
    expect(admin(`import type { A } from "../../sandbox"`)).toEqual(values)
    expect(admin(`import { a } from "../../storefront/qr-code"`)).toEqual([])
    expect(admin(`import { a } from "../../storefront"`)).toEqual(values)
    expect(admin(`import a from "../../../package.json"`)).toEqual([])
    expect(admin(`import a from "../../../medusa-config"`)).toEqual([
      expect.stringContaining("leaves src"),
    ])
  })

  it.each(["src/gateway/a.ts", "src/sandbox/a.ts"])(
    "does not let %s know Medusa, not even its types",
    (filePath) => {
      const source = `import type { Logger } from "@medusajs/framework/types"`
      expect(faults(filePath, source)).toEqual([
        expect.stringContaining("knows nothing of Medusa"),
      ])
    }
  )

  it.each([
    `const url = process.env.URL`,
    `const url = process["env"].URL`,
    `const { env } = process`,
    `const url = globalThis.process.env.URL`,
    `import { env } from "node:process"`,
    `import current from "process"`,
  ])("does not let the gateway room read the environment: %s", (source) => {
    expect(faults("src/gateway/a.ts", source)).toEqual([
      "src/gateway/a.ts:1 reads the environment",
    ])
    expect(faults("src/sandbox/bin.ts", source)).toEqual([])
  })

  it("wants each package of the running plugin to be a dependency or a peer", () => {
    const provider = (source: string) =>
      faults("src/providers/crypto/a.ts", source)

    expect(provider(`import { z } from "zod"`)).toEqual([])
    expect(provider(`import { z } from "zod/v4"`)).toEqual([])
    expect(provider(`import { a } from "@medusajs/framework/utils"`)).toEqual(
      []
    )
    expect(provider(`import { readFileSync } from "node:fs"`)).toEqual([])
    expect(provider(`import type { Request } from "express"`)).toEqual([])
    expect(provider(`import express from "express"`)).toEqual([
      expect.stringContaining("needs express at run time"),
    ])
    expect(provider(`require("@medusajs/medusa/core-flows")`)).toEqual([
      expect.stringContaining("needs @medusajs/medusa at run time"),
    ])
    expect(faults("src/admin/a.tsx", `import "react-router-dom"`)).toEqual([])
  })

  it("keeps the storefront room to what runs in a shopper's browser", () => {
    const file = "src/storefront/a.ts"
    expect(faults(file, `import type { A } from "@medusajs/js-sdk"`)).toEqual(
      []
    )
    for (const name of ["zod", "node:fs", "@medusajs/js-sdk"]) {
      expect(faults(file, `import "${name}"`)).toEqual([
        expect.stringContaining(`brings ${name} into`),
      ])
    }
    for (const room of ["gateway", "modules/crypto-payment", "admin/a"]) {
      expect(faults(file, `import type { A } from "../${room}"`)).toHaveLength(
        1
      )
    }
    expect(faults("src/api/a.ts", `import "../storefront"`)).toHaveLength(1)
  })

  it("lets test tools into specs only", () => {
    for (const tool of ["@medusajs/test-utils", "fast-check"]) {
      const source = `import type { A } from "${tool}"`
      expect(faults("src/providers/crypto/a.ts", source)).toEqual([
        expect.stringContaining(`test tool ${tool}`),
      ])
      expect(faults("src/admin/a.tsx", source)).toHaveLength(1)
      expect(faults("src/providers/crypto/a.spec.ts", source)).toEqual([])
    }
  })

  it("lets one file name the query builder", () => {
    const source = `import type { Knex } from "@medusajs/framework/mikro-orm/knex"`
    const ledger = "src/modules/crypto-payment"
    expect(faults(`${ledger}/database.ts`, source)).toEqual([])
    for (const file of [`${ledger}/search/a.ts`, "src/workflows/a.ts"]) {
      expect(faults(file, source)).toEqual([
        expect.stringContaining("names the query builder"),
      ])
    }
  })

  it("lets nothing out of src, nor into its tests", () => {
    const file = "src/api/a.ts"
    expect(
      faults(file, `import "../../integration-tests/support/store"`)
    ).toEqual([expect.stringContaining("leaves src")])
    expect(faults(file, `import { a } from "./b.spec"`)).toEqual([
      expect.stringContaining("imports the test"),
    ])
  })

  it("does not accept what it cannot read", () => {
    expect(faults("src/api/a.ts", `await import(name)`)).toEqual([
      expect.stringContaining("computed"),
    ])
    expect(faults("src/unheard-of/a.ts", ``)).toEqual([
      expect.stringContaining("none of the rooms"),
    ])
  })
})

describe("the check of the package's entries", () => {
  const built = "./.medusa/server/src"
  const sources = [
    "src/gateway/index.ts",
    "src/modules/crypto-payment/index.ts",
    "src/admin/widgets/order.tsx",
  ]

  it("accepts entries that a source file is built into", () => {
    expect(
      entriesWithoutSource(
        {
          exports: {
            "./package.json": "./package.json",
            "./gateway": `${built}/gateway/index.js`,
            "./modules/*": `${built}/modules/*/index.js`,
            "./admin": {
              import: `${built}/admin/index.mjs`,
              default: `${built}/admin/index.js`,
            },
          },
        },
        sources
      )
    ).toEqual([])
  })

  it.each([
    ["a missing file", { exports: { "./x": `${built}/sandbox/index.js` } }],
    [
      "a pattern that matches nothing",
      { exports: { "./p/*": `${built}/providers/*/index.js` } },
    ],
    ["a file outside the build", { exports: { "./x": "./src/gateway.ts" } }],
    ["a command", { bin: { setup: `${built}/setup/bin.js` } }],
  ])("names an entry that leads to %s", (_, entries) => {
    expect(entriesWithoutSource(entries, sources)).toHaveLength(1)
  })

  it("does not take a longer name for the wanted one", () => {
    const target = { exports: { "./x": `${built}/gateway/index.js` } }
    expect(entriesWithoutSource(target, ["src/gateway/indexXjs.ts"])).toEqual([
      expect.stringContaining("gateway/index.js"),
    ])
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
