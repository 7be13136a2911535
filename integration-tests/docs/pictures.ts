import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { root } from "./pages"

/** The digests that the pictures were taken with; `npm run screenshots` writes them. */
export const PICTURED_FILE = path.join(
  root,
  ".github/screenshots/sources.sha256"
)

/** Pictures, each in light and in dark, and by folder the files that say how their screens look. */
export const PICTURED: readonly {
  pictures: readonly string[]
  sources: readonly (readonly [string, RegExp])[]
}[] = [
  {
    pictures: ["list", "attention", "order"],
    sources: [
      ["src/admin", /^(.+\.tsx|lib\/format\.ts|i18n\/json\/en\.json)$/],
      ["integration-tests/browser", /^screenshots\.ts$/],
    ],
  },
  {
    pictures: ["checkout", "refund", "sale"],
    sources: [
      ["src/storefront", /^(react\/.+\.tsx|style\.css|locales\/en\.ts)$/],
      ["integration-tests/demo/storefront/assets", /\.css$/],
      ["integration-tests/browser", /^screenshots\.ts$/],
    ],
  },
]

/**
 * Of the sources that the pictures show, without comments and white space: a line for those that
 * share their sources.
 */
export function digestsOfPictured(repository = root): string {
  return PICTURED.map(({ pictures, sources }) => {
    const digest = createHash("sha256")
    for (const [folder, isShown] of sources) {
      const place = path.join(repository, folder)
      for (const file of readdirSync(place, { recursive: true })
        .map(String)
        .filter((each) => isShown.test(each))
        .sort()) {
        const text = readFileSync(path.join(place, file), "utf8")
        const code = text.replace(/(\/\*[^]*?\*\/|(?<!\S)\/\/.*|\s)+/g, " ")
        digest.update(`${folder}/${file} ${code}\n`)
      }
    }
    return `${digest.digest("hex")} ${pictures.join(" ")}\n`
  }).join("")
}

/** The pictures whose sources have changed since `taken`, what was written as they were taken. */
export function olderPictures(taken: string, repository = root): string[] {
  const lines = taken.split("\n")
  return digestsOfPictured(repository)
    .trimEnd()
    .split("\n")
    .filter((line) => !lines.includes(line))
    .flatMap((line) => line.split(" ").slice(1))
}
