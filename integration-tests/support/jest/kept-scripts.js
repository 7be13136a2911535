const { default: Runtime } = require("jest-runtime")

/** Compiled files of packages by path, for all spec files of this worker. */
const scripts = new Map()
/** Names that those files export, for `import()`. */
const exportedNames = new Map()
const noMappings = require.resolve("./no-mappings.json")
const packages = /[\\/]node_modules[\\/]/

/** The runtime of the spec file that runs now. */
let current
const latest = new Proxy(
  {},
  {
    get(_, key) {
      const value = current[key]
      return typeof value === "function" ? value.bind(current) : value
    },
  }
)

/**
 * Jest reads and compiles each file anew for each spec file: with Medusa's
 * thousands of files that takes longer than most specs. Here a file of a
 * package is compiled once in each worker. It still runs once for each spec
 * file, so that they share nothing but the code.
 */
module.exports = class KeptScripts extends Runtime {
  constructor(...options) {
    super(...options)
    current = this
  }

  transformFile(filename, options) {
    return scripts.has(filename) ? "" : super.transformFile(filename, options)
  }

  createScriptFromCode(code, filename) {
    // What a kept script imports later is imported by the spec file of then.
    const create = () => super.createScriptFromCode.call(latest, code, filename)
    return keep(scripts, filename, create)
  }

  getExportsOfCjs(filename) {
    return keep(exportedNames, filename, () => super.getExportsOfCjs(filename))
  }

  /** Medusa reads stacks as it loads, and each reads the maps of its packages. */
  getSourceMaps() {
    const maps = super.getSourceMaps()
    return {
      get: (file) => (packages.test(file) ? noMappings : maps.get(file)),
    }
  }
}

function keep(kept, filename, make) {
  if (!packages.test(filename)) return make()
  if (!kept.has(filename)) kept.set(filename, make())
  return kept.get(filename)
}
