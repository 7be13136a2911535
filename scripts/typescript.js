/**
 * Lets Node load this repository's TypeScript:
 * `node -r ./scripts/typescript.js FILE`. It checks no
 * types; `npm run typecheck` does.
 */
const { readFileSync } = require("node:fs")
const { transformSync } = require("@swc/core")

process.setSourceMapsEnabled(true)

for (const extension of [".ts", ".tsx"]) {
  require.extensions[extension] = (module, filename) => {
    const { code } = transformSync(readFileSync(filename, "utf8"), {
      filename,
      swcrc: false,
      sourceMaps: "inline",
      module: { type: "commonjs", ignoreDynamic: true },
      jsc: {
        parser: {
          syntax: "typescript",
          decorators: true,
          tsx: extension === ".tsx",
        },
        // As in tsconfig.json and jest.config.js.
        transform: { decoratorMetadata: true, useDefineForClassFields: false },
        target: "es2022",
      },
    })
    module._compile(code, filename)
  }
}
