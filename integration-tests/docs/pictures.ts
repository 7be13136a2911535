import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { root } from "./pages"

/** The digest that the pictures were taken with; `npm run screenshots` writes it. */
export const PICTURED_FILE = path.join(
  root,
  ".github/screenshots/sources.sha256"
)

/** By folder, the files that say how the screens of the pictures look. */
const PICTURED: readonly [string, RegExp][] = [
  ["src/admin", /^(.+\.tsx|lib\/format\.ts|i18n\/json\/en\.json)$/],
  ["src/storefront", /^(react\/.+\.tsx|style\.css|locales\/en\.ts)$/],
  ["integration-tests/demo/storefront/assets", /\.css$/],
  ["integration-tests/browser", /^screenshots\.ts$/],
]

/** Of the sources that the pictures show, without comments and white space. */
export function digestOfPictured(): string {
  const digest = createHash("sha256")
  for (const [folder, isShown] of PICTURED) {
    const files = readdirSync(path.join(root, folder), { recursive: true })
    for (const file of files
      .map(String)
      .filter((each) => isShown.test(each))
      .sort()) {
      const text = readFileSync(path.join(root, folder, file), "utf8")
      const code = text.replace(/(\/\*[^]*?\*\/|(?<!\S)\/\/.*|\s)+/g, " ")
      digest.update(`${folder}/${file} ${code}\n`)
    }
  }
  return `${digest.digest("hex")}\n`
}
