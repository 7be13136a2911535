/**
 * Builds this repository's admin, in a process of its own:
 * node admin-builder.js FOLDER STOREFRONT_URL
 *
 * Not by `medusa build`, which also writes types that the type check would use.
 */
const path = require("node:path")
const { build } = require("@medusajs/admin-bundler")

const [outDir, storefrontUrl] = process.argv.slice(2)

build({
  path: "/app",
  backendUrl: "/",
  storefrontUrl,
  sources: [path.resolve(__dirname, "../../../src/admin")],
  plugins: [],
  outDir,
}).then(() => process.exit(0))
