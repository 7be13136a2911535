import fs from "node:fs"

const MODULE = "src/modules/crypto-payment"

/** The module's files without database or service, as the architecture spec has it. */
const pureRules = fs
  .readdirSync(MODULE, { recursive: true, encoding: "utf8" })
  .filter((file) =>
    /^(?!fixtures|merchants|migrations|models)[^/]+\/.+\.ts$/.test(file)
  )
  .map((file) => `${MODULE}/${file}`)
  .filter((file) => !file.endsWith(".spec.ts"))
  .filter(
    (file) =>
      !/from "\.\.\/(?:database|service)"/.test(fs.readFileSync(file, "utf8"))
  )

/** Mutates the pure rules: which decision, which price, what may be refunded. */
export default {
  mutate: [
    ...pureRules,
    "src/coins/addresses.ts",
    "src/coins/decimal.ts",
    // Sentences for people.
    "!**/attention.ts",
  ],
  testRunner: "jest",
  jest: {
    configFile: "integration-tests/mutants/jest.config.js",
    enableFindRelatedTests: false,
  },
  testRunnerNodeArgs: ["--experimental-vm-modules"],
  coverageAnalysis: "perTest",
  // A busy machine is not a killed mutant.
  timeoutMS: 30_000,
  concurrency: 2,
  tempDirName: ".medusa/mutants",
  ignorePatterns: [".medusa", ".demo", ".bench", ".cache", "static", ".github"],
  reporters: ["clear-text", "progress"],
  clearTextReporter: { allowColor: false, reportTests: false },
  allowConsoleColors: false,
  thresholds: { high: 100, low: 95, break: 95 },
}
