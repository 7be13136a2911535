// Makes the relative links and images of Markdown files absolute, for npm's
// page of the package: "node scripts/absolute-links.mjs README.md", before
// publishing, in the folder with package.json. What is marked as
// "unpublished" is taken out.
import fs from "node:fs"
import path from "node:path"

const readManifest = (folder) =>
  fs.readFileSync(path.join(folder, "package.json"), "utf8")

const { version, repository, workspaces = [] } = JSON.parse(readManifest("."))
const [, place] =
  /github\.com[/:]([^/]+\/[^/]+?)(?:\.git)?$/.exec(repository?.url ?? "") ?? []
// Each package has these fields, with OWNER and NAME in place of the project's.
const unfilled = [".", ...workspaces].some((folder) =>
  readManifest(folder).includes("OWNER")
)
if (!place || unfilled) {
  throw new Error(
    'A package.json names no GitHub repository: fill in "repository" first, and what else has OWNER, see .github/CONTRIBUTING.md.'
  )
}

const UNPUBLISHED = /<!-- unpublished -->\n[\s\S]*?<!-- \/unpublished -->\n\n?/g

for (const file of process.argv.slice(2)) {
  const text = fs.readFileSync(file, "utf8")
  fs.writeFileSync(
    file,
    text
      .replace(UNPUBLISHED, "")
      .replace(
        /(\]\(|(?:src|srcset)=")(?!https?:|#|mailto:)([^)"\s]+)/g,
        (_, start, target) => start + absolute(path.dirname(file), target)
      )
  )
}

function absolute(folder, target) {
  const isImage = /\.(png|jpg|svg|gif)$/.test(target)
  const from = path.posix.join(folder, target)
  return isImage
    ? `https://raw.githubusercontent.com/${place}/v${version}/${from}`
    : `https://github.com/${place}/blob/v${version}/${from}`
}
