// Publishes the three packages of the last commit, for a person as for the workflow:
// "node scripts/release.mjs [v1.2.3] [--publish] [--notes FILE]". Without --publish it does all
// but that, and leaves the tarballs to look at. The tag, where one is given, must be the version.
// --notes writes the version's section of the changelog. It works in a copy of the repository.
import { execFileSync, spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { parseArgs } from "node:util"

const repository = path.resolve(import.meta.dirname, "..")
const {
  values: { publish, notes },
  positionals: [tag],
} = parseArgs({
  allowPositionals: true,
  options: {
    publish: { type: "boolean", default: false },
    notes: { type: "string" },
  },
})

const { version, repository: origin, workspaces } = readManifest(repository)
// The plugin is the last: once it is there, so is what its guides tell to install.
const folders = [...workspaces, "."]
const [, place] = /github\.com\/(.+)\.git$/.exec(origin.url)
const changes = changesOf(version)
/** Relative, in a page. */
const LINK = /(\]\(|(?:src|srcset)=")(?!https?:|#|mailto:)([^)"\s]+)/g

const faults = findFaults()
if (faults.length > 0) {
  console.error(`Not released:\n${faults.join("\n")}`)
  process.exit(1)
}
if (notes) fs.writeFileSync(notes, changes)

const work = fs.mkdtempSync(path.join(os.tmpdir(), "release-"))
process.once("exit", () => fs.rmSync(work, { recursive: true, force: true }))
// The command that runs then gets it too.
for (const name of ["SIGINT", "SIGTERM"]) process.once(name, () => {})

const copy = copyOfCommit()
run("npm", ["run", "build"], copy)
const tarballs = publish
  ? work
  : fs.mkdtempSync(path.join(os.tmpdir(), "not-released-"))
for (const folder of folders) {
  const files = packed(folder, "--dry-run", "--ignore-scripts").files
  preparePages(
    folder,
    files.map((file) => file.path)
  )
  edit(path.join(copy, folder, "package.json"), withoutOurs)
}
const distTag = version.includes("-") ? "next" : "latest"
for (const { name, tarball } of folders.map(pack)) {
  if (isPublished(name)) {
    console.log(`${name} ${version} is there already.`)
  } else if (publish) {
    run("npm", ["publish", tarball, ...publishOptions()], work)
    console.log(`${name} ${version} is published as ${distTag}.`)
  } else {
    console.log(`${name} ${version} would be published as ${distTag}.`)
  }
}
if (!publish) {
  console.log(`Nothing is published: that takes --publish. See ${tarballs}`)
}

function findFaults() {
  const found = []
  for (const folder of folders) {
    const file = path.join(folder, "package.json")
    const own = readManifest(path.join(repository, folder)).version
    if (own !== version) {
      found.push(`${file} has version ${own}, not ${version}.`)
    }
    for (const filled of [file, path.join(folder, "README.md")]) {
      const text = fs.readFileSync(path.join(repository, filled), "utf8")
      if (!text.includes("OWNER")) continue
      found.push(
        `${filled} names no repository: run "node scripts/own.mjs OWNER/NAME" with yours.`
      )
    }
  }
  if (tag !== undefined && tag !== `v${version}`) {
    found.push(`The tag is ${tag}, and the version ${version}.`)
  }
  if (!changes) {
    found.push(
      `CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD" with a text.`
    )
  }
  if (git("status", "--porcelain", "--untracked-files=no")) {
    found.push("What is published is the last commit: commit your changes.")
  }
  return found
}

/** What the changelog says of a version that has a date. */
function changesOf(released) {
  const text = fs.readFileSync(path.join(repository, "CHANGELOG.md"), "utf8")
  const section = text
    .split(/^(?=## )/m)
    .find((part) => part.startsWith(`## [${released}] - `))
  const [, changed] =
    /^.+ - \d{4}-\d\d-\d\d\n([\s\S]*)$/.exec(section ?? "") ?? []
  return changed?.replace(/^\[[^\]]+\]: .*\n?/gm, "").trim()
}

/** A copy of what is committed, which may be built and edited. */
function copyOfCommit() {
  const folder = path.join(work, "copy")
  const archive = path.join(work, "commit.tar")
  fs.mkdirSync(folder)
  git("archive", "--output", archive, "HEAD")
  run("tar", ["xf", archive, "-C", folder], work)
  fs.symlinkSync(
    path.join(repository, "node_modules"),
    path.join(folder, "node_modules")
  )
  return folder
}

/**
 * Pages without what is true before publishing, and with absolute links to what the package lacks;
 * on npm's page of a package, the first README, all are absolute.
 */
function preparePages(folder, files) {
  for (const page of files.filter((file) => file.endsWith(".md"))) {
    const isThere = (target) =>
      page !== "README.md" &&
      files.some((file) => file === target || file.startsWith(`${target}/`))
    edit(path.join(copy, folder, page), (text) =>
      text
        .replace(
          /<!-- unpublished -->\n[\s\S]*?<!-- \/unpublished -->\n\n?/g,
          ""
        )
        .replace(LINK, (link, start, target) => {
          const file = path.posix.join(path.posix.dirname(page), target)
          if (isThere(file.replace(/#.*/, ""))) return link
          return start + absolute(path.posix.join(folder, file))
        })
    )
  }
}

function absolute(file) {
  const isImage = /\.(png|jpg|svg|gif)$/.test(file)
  return isImage
    ? `https://raw.githubusercontent.com/${place}/v${version}/${file}`
    : `https://github.com/${place}/blob/v${version}/${file}`
}

/** What only this repository needs of a manifest. */
function withoutOurs(text) {
  const manifest = JSON.parse(text)
  for (const key of ["workspaces", "scripts", "devDependencies"]) {
    delete manifest[key]
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/** Makes the tarball of a package, and says how large it is. */
function pack(folder) {
  const { name, filename, size, entryCount } = packed(folder)
  console.log(`${filename}: ${entryCount} files, ${Math.ceil(size / 1000)} kB`)
  return { name, tarball: path.join(tarballs, filename) }
}

/** What npm says of a package that it packs. */
function packed(folder, ...flags) {
  const options = ["pack", "--json", "--pack-destination", tarballs, ...flags]
  const report = execFileSync("npm", options, {
    cwd: path.join(copy, folder),
    encoding: "utf8",
  })
  // A list, and since npm 12 an object with the package's name.
  const [said] = Object.values(JSON.parse(report))
  return said
}

/** Whether the registry has this version: a release that ended half-way is run again. */
function isPublished(name) {
  try {
    const view = ["view", `${name}@${version}`, "version"]
    execFileSync("npm", view, { cwd: work, stdio: "pipe" })
    return true
  } catch (error) {
    // So npm says that there is no such version, or no such package.
    if (/\bE404\b/.test(error.stderr)) return false
    throw error
  }
}

function publishOptions() {
  return [
    `--tag=${distTag}`,
    // Elsewhere npm ends with an error: nobody vouches for the machine.
    ...(process.env.ACTIONS_ID_TOKEN_REQUEST_URL ? ["--provenance"] : []),
  ]
}

function readManifest(folder) {
  return JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"))
}

function edit(file, change) {
  fs.writeFileSync(file, change(fs.readFileSync(file, "utf8")))
}

function git(...args) {
  return execFileSync("git", args, { cwd: repository, encoding: "utf8" })
}

function run(command, args, folder) {
  const { status } = spawnSync(command, args, { cwd: folder, stdio: "inherit" })
  if (status === 0) return
  console.error(`Not released: "${command} ${args.join(" ")}" failed.`)
  process.exit(1)
}
