const { TestEnvironment } = require("jest-environment-node")

/**
 * Libraries that take seconds to load. Jest would load them anew for each of
 * hundreds of mutants: here they are loaded once for the process.
 */
const libraries = {
  "@medusajs/framework/utils": require("@medusajs/framework/utils"),
  "fast-check": require("fast-check"),
  undici: require("undici"),
  zod: require("zod"),
}

/** Skips the rest after the first failure: it kills the mutant. */
module.exports = class extends TestEnvironment {
  constructor(...options) {
    super(...options)
    this.global.sharedLibraries = libraries
  }

  handleTestEvent({ name, test }) {
    if (name === "test_done" && test.errors.length > 0) this.hasFailed = true
    if (name === "test_start" && this.hasFailed) test.mode = "skip"
  }
}
