// Turns what the compilers wrote of the storefront kit into what is published.
import fs from "node:fs"
import path from "node:path"

const source = path.resolve(import.meta.dirname, "../src/storefront")
const types = path.join(source, "dist/types")

// The types of each language, as `locales/json.d.ts` has them.
fs.writeFileSync(
  path.join(types, "storefront/locales/json.d.mts"),
  `export declare const checkout: import("./en.mjs").CryptoPaymentTexts
export declare const refund: import("./en.mjs").CryptoRefundTexts
`
)
for (const file of fs.readdirSync(types, { recursive: true })) {
  if (file.endsWith(".d.ts")) toModuleTypes(path.join(types, file))
}
fs.copyFileSync(
  path.join(source, "style.css"),
  path.join(source, "dist/style.css")
)

/** Types of an ECMAScript module: `.d.mts`, and each import with its extension. */
function toModuleTypes(file) {
  const code = fs
    .readFileSync(file, "utf8")
    .replace(
      /(\bfrom |\bimport\()"(\.[^"]*)"/g,
      (_, keyword, target) => `${keyword}"${withExtension(file, target)}"`
    )
  fs.writeFileSync(file.replace(/\.ts$/, ".mts"), code)
  fs.rmSync(file)
}

function withExtension(file, target) {
  if (target.endsWith(".json")) return target.replace(/\w+\.json$/, "json.mjs")
  const place = path.resolve(path.dirname(file), target)
  const isFile = [".d.ts", ".d.mts"].some((end) => fs.existsSync(place + end))
  return isFile ? `${target}.mjs` : `${target}/index.mjs`
}
