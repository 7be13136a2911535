// Turns what the compilers wrote into what is published.
import fs from "node:fs"
import path from "node:path"

const repository = path.resolve(import.meta.dirname, "..")
const output = path.join(repository, ".medusa/server/src")

const published = publishedTypes()
for (const file of filesBelow(output)) {
  if (file.endsWith(".js")) edit(file, withoutSourceMap)
  if (!file.endsWith(".d.ts")) continue
  if (published.has(file)) edit(file, throughFramework)
  else fs.rmSync(file)
}
// Medusa's build of the admin imports the module, and looks for styles in this copy alone.
for (const name of ["index.mjs", "index.js"]) {
  edit(path.join(output, "admin", name), withNotice)
}
writeIndexForModels()

/** The declarations that the exports of package.json reach. */
function publishedTypes() {
  const reached = new Set()
  const reach = (place) => {
    const file = [`${place}.d.ts`, `${place}/index.d.ts`].find(fs.existsSync)
    if (!file || reached.has(file)) return
    reached.add(file)
    const types = fs.readFileSync(file, "utf8")
    for (const [, target] of types.matchAll(
      /(?:from |import\(|import )"(\.[^"]+)"/g
    )) {
      reach(path.resolve(path.dirname(file), target))
    }
  }
  for (const entry of [
    "gateway",
    "api/types",
    "workflows",
    "modules/crypto-payment",
    "providers/crypto",
  ]) {
    reach(path.join(output, entry))
  }
  return reached
}

/** `llms.txt`: each page of the documentation with its title and first paragraph. */
function writeIndexForModels() {
  const pages = ["README.md", "integration-tests/README.md"].concat(
    filesBelow(path.join(repository, "src"))
      .filter((file) => path.basename(file) === "README.md")
      .map((file) => path.relative(repository, file))
  )
  const { name, description } = readJson(path.join(repository, "package.json"))
  const entries = pages.sort().map((page) => {
    const text = fs.readFileSync(path.join(repository, page), "utf8")
    const [, title, about] = /^# (.+)\n\n([\s\S]+?)\n\n/.exec(text)
    // A link leads from its own page's folder, and this file is in another.
    const plain = about.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    return `- [${title}](${page}): ${plain.replace(/\s+/g, " ")}`
  })
  fs.writeFileSync(
    path.join(repository, "llms.txt"),
    `# ${name}\n\n> ${description}\n\n## Documentation\n\n${entries.join("\n")}\n`
  )
}

function readJson(file) {
  return JSON.parse(fs.readFileSync(file, "utf8"))
}

function filesBelow(folder) {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}

function edit(file, change) {
  fs.writeFileSync(file, change(fs.readFileSync(file, "utf8")))
}

/** Medusa's compiler inlines maps to sources that the package does not hold. */
function withoutSourceMap(code) {
  return code.replace(/\n\/\/# sourceMappingURL=data:\S+\s*$/, "\n")
}

/** The admin's QR codes are made by a library whose license demands its notice. */
function withNotice(code) {
  return `/*! Includes uqr (MIT). Copyright (c) Project Nayuki; Copyright (c) 2023 Anthony Fu <https://github.com/antfu> */\n${code}`
}

/**
 * Inferred types name a package that only the framework depends on, and a parameter, of its
 * default, that Medusa has since 2.21.
 */
function throughFramework(types) {
  return types
    .replaceAll(`"@medusajs/types"`, `"@medusajs/framework/types"`)
    .replaceAll(
      "JSONProperty<NoInfer<Record<string, unknown>>>",
      "JSONProperty"
    )
}
