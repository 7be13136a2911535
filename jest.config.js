const path = require("node:path")
const { findSuites } = require("./integration-tests/support/jest/suite-paths")

/**
 * One project per layer; the npm scripts choose among them. A layer's
 * Postgres is started only when one of its specs is to run. The specs of
 * browser, chaos, package and starters lie directly in that folder; those in
 * its subfolders need no such layer and are checks.
 */
const layer = {
  rootDir: __dirname,
  testEnvironment: "<rootDir>/integration-tests/support/jest/plain-global.js",
  runtime: "<rootDir>/integration-tests/support/jest/kept-scripts.js",
  transform: {
    "^.+\\.[jt]sx?$": [
      "@swc/jest",
      {
        jsc: {
          parser: { syntax: "typescript", decorators: true, tsx: true },
          transform: {
            decoratorMetadata: true,
            useDefineForClassFields: false,
            react: { runtime: "automatic" },
          },
          target: "es2022",
        },
      },
    ],
  },
  moduleFileExtensions: ["js", "ts", "tsx", "json"],
  modulePathIgnorePatterns: [
    "<rootDir>/.medusa/",
    "<rootDir>/.demo/",
    "<rootDir>/.bench/",
    "<rootDir>/src/[^/]+/dist/",
  ],
}

const withPostgres = {
  ...layer,
  globalSetup: "<rootDir>/integration-tests/support/jest/global-setup.ts",
  globalTeardown: "<rootDir>/integration-tests/support/jest/global-teardown.ts",
  setupFiles: ["<rootDir>/integration-tests/support/jest/fresh-metadata.js"],
}

// Read by the workers: some packages are modules, which Jest loads only so.
// Medusa's files make many objects as they are loaded; with more room for new
// ones, fewer of them have to be collected at once.
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ""} --experimental-vm-modules --max-semi-space-size=64`

/** What `npm test` runs beside the unit specs. All else is a check, or of a layer of its own. */
const contributorSpecs = [
  "gateway/client-at-sandbox",
  "http/after-payment",
  "http/before-payment",
  "modules/ledger",
]

// A part of the path of a `*-suite.ts` runs its tests; of those that `npm test`
// runs, also among the checks alone.
findSuites(__dirname, {
  project: "checks",
  owner: "integration",
  borrowed: contributorSpecs.map((name) =>
    path.join(__dirname, "integration-tests", `${name}.spec.ts`)
  ),
})

module.exports = {
  projects: [
    {
      ...layer,
      displayName: "unit",
      testMatch: ["<rootDir>/src/**/*.spec.ts"],
    },
    {
      ...withPostgres,
      displayName: "integration",
      testMatch: contributorSpecs.map(
        (name) => `<rootDir>/integration-tests/${name}.spec.ts`
      ),
    },
    {
      ...withPostgres,
      displayName: "checks",
      testMatch: ["<rootDir>/integration-tests/**/*.spec.ts"],
      testPathIgnorePatterns: [
        `<rootDir>/integration-tests/(${contributorSpecs.join("|")})\\.spec\\.ts$`,
        "<rootDir>/integration-tests/(browser|chaos|package|starters)/[^/]+$",
      ],
    },
    {
      ...withPostgres,
      displayName: "browser",
      testMatch: ["<rootDir>/integration-tests/browser/*.spec.ts"],
    },
    {
      ...withPostgres,
      displayName: "chaos",
      testMatch: ["<rootDir>/integration-tests/chaos/*.spec.ts"],
    },
    {
      ...withPostgres,
      displayName: "package",
      globalSetup: "<rootDir>/integration-tests/package/global-setup.ts",
      testMatch: ["<rootDir>/integration-tests/package/*.spec.ts"],
    },
    {
      ...withPostgres,
      displayName: "starters",
      testMatch: ["<rootDir>/integration-tests/starters/*.spec.ts"],
    },
  ],
  // For a test that hangs, not for a slow one on a busy machine.
  testTimeout: 300_000,
  // More than a small machine has cores: the specs wait often, for browsers,
  // packages and countdowns.
  maxWorkers: 3,
  // Medusa leaves timers and sockets behind. In a worker they end with it, so
  // Jest exits by itself; a memory limit is what makes Jest use workers even
  // for a single spec.
  workerIdleMemoryLimit: "3GB",
  reporters: [
    "default",
    "<rootDir>/integration-tests/support/jest/count-reporter.js",
  ],
}
