const path = require("node:path")
const { projects } = require("../../jest.config.js")

/** The unit specs of the pure rules, which Stryker runs for each of its mutants. */
module.exports = {
  ...projects.find(({ displayName }) => displayName === "unit"),
  rootDir: path.resolve(__dirname, "../.."),
  testMatch: [path.join(__dirname, "pure-specs.ts")],
  testEnvironment: path.join(__dirname, "environment.js"),
  setupFiles: [path.join(__dirname, "use-shared-libraries.js")],
}
