// Fills in whose repository this is: "node scripts/own.mjs OWNER/NAME". It changes the manifests,
// the links, and who looks at changes; run again it changes nothing, and with another place it
// replaces the one before.
import fs from "node:fs"
import path from "node:path"

const repository = path.resolve(import.meta.dirname, "..")
/** Where the place stands; what else names OWNER speaks of it. */
const FILES = [
  "package.json",
  "src/storefront/package.json",
  "src/sandbox/package.json",
  "README.md",
  "CHANGELOG.md",
  ".github/CODEOWNERS",
  ".github/SECURITY.md",
  ".github/ISSUE_TEMPLATE/config.yml",
]

const [place = ""] = process.argv.slice(2)
const [, owner] = /^([\w-]+)\/[\w.-]+$/.exec(place) ?? []
if (!owner) {
  console.error("Say whose it is: node scripts/own.mjs OWNER/NAME")
  process.exit(1)
}
const manifest = fs.readFileSync(path.join(repository, "package.json"), "utf8")
const [, before, ownerBefore] =
  /git\+https:\/\/github\.com\/(([^/]+)\/[^"]+)\.git/.exec(manifest)

for (const file of FILES) {
  const target = path.join(repository, file)
  const text = fs.readFileSync(target, "utf8")
  const filled = text
    .replaceAll(`github.com/${before}`, `github.com/${place}`)
    .replaceAll(`"author": "${ownerBefore}"`, `"author": "${owner}"`)
    .replaceAll(`@${ownerBefore}\n`, `@${owner}\n`)
  if (filled === text) continue
  fs.writeFileSync(target, filled)
  console.log(file)
}
