/** Mutates the pure rules: which decision, which price, what may be refunded. */
export default {
  mutate: [
    "src/modules/crypto-payment/domain/*.ts",
    "!**/*.spec.ts",
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
