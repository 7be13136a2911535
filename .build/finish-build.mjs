// Turns what the compilers wrote into what is published.
import fs from "node:fs"
import path from "node:path"

const repository = path.resolve(import.meta.dirname, "..")
const output = path.join(repository, ".medusa/server/src")
const storefront = path.join(output, "storefront")
const kit = path.join(repository, ".medusa/storefront")

for (const file of filesBelow(output)) {
  if (file.endsWith(".js")) edit(file, withoutSourceMap)
  if (file.endsWith(".d.ts")) edit(file, throughFramework)
}
for (const file of filesBelow(storefront)) {
  if (file.endsWith(".d.ts")) toModuleTypes(file)
}

for (const file of ["api/openapi.json", "storefront/style.css"]) {
  fs.copyFileSync(path.join(repository, "src", file), path.join(output, file))
}

shareAdminChunks()
makeStorefrontPackage()
writeIndexForModels()

/**
 * Medusa's compiler writes each chunk of the admin, a language, twice: for
 * `index.mjs` and for `index.js`, both without an extension. The package holds
 * the module alone, with its extension, and both files import it.
 */
function shareAdminChunks() {
  const folder = path.join(output, "admin")
  const chunks = new Map()
  edit(path.join(folder, "index.mjs"), (code) =>
    code.replace(
      /import\("(\.\/_chunks\/(\w+)-[^"]+)"\)/g,
      (_, chunk, name) => {
        const file = path.join(folder, chunk)
        fs.renameSync(file, `${file}.mjs`)
        chunks.set(name, `import("${chunk}.mjs")`)
        return chunks.get(name)
      }
    )
  )
  edit(path.join(folder, "index.js"), (code) =>
    code.replace(
      /Promise\.resolve\(\)\.then\(\(\) => require\("(\.\/_chunks\/(\w+)-[^"]+)"\)\)/g,
      (_, chunk, name) => {
        fs.rmSync(path.join(folder, chunk))
        return chunks.get(name)
      }
    )
  )
  const rest = filesBelow(folder).filter((file) => !path.extname(file))
  if (chunks.size === 0 || rest.length > 0) {
    throw new Error(
      `Medusa's compiler writes the admin's chunks in another way: ${rest.join(", ")}`
    )
  }
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
    return `- [${title}](${page}): ${about.replace(/\s+/g, " ")}`
  })
  fs.writeFileSync(
    path.join(repository, "llms.txt"),
    `# ${name}\n\n> ${description}\n\n## Documentation\n\n${entries.join("\n")}\n`
  )
}

/**
 * The storefront kit as a package of its own: pnpm installs the optional peers
 * of a package wherever a workspace has them, so a storefront with the plugin
 * itself would get Medusa's server once more.
 */
function makeStorefrontPackage() {
  const source = path.join(repository, "src/storefront")
  const manifest = readJson(path.join(source, "package.json"))
  const { name, ...rest } = manifest
  const plugin = readJson(path.join(repository, "package.json"))
  const { version, author, homepage, bugs } = plugin
  const shared = { author, homepage, bugs, repository: plugin.repository }
  fs.rmSync(kit, { recursive: true, force: true })
  fs.cpSync(storefront, path.join(kit, "dist"), { recursive: true })
  fs.writeFileSync(
    path.join(kit, "package.json"),
    JSON.stringify({ name, version, ...rest, ...shared }, null, 2) + "\n"
  )
  fs.copyFileSync(path.join(source, "README.md"), path.join(kit, "README.md"))
  fs.copyFileSync(path.join(repository, "LICENSE"), path.join(kit, "LICENSE"))
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

/** Inferred types name a package that only the framework depends on. */
function throughFramework(types) {
  return types.replaceAll(`"@medusajs/types"`, `"@medusajs/framework/types"`)
}

/** Types of an ECMAScript module: `.d.mts`, and each import with its extension. */
function toModuleTypes(file) {
  edit(file, (types) =>
    types.replace(
      /(\bfrom |\bimport\()"(\.[^"]*)"/g,
      (_, keyword, target) => `${keyword}"${withExtension(file, target)}"`
    )
  )
  fs.renameSync(file, file.replace(/\.ts$/, ".mts"))
}

function withExtension(file, target) {
  const place = path.resolve(path.dirname(file), target)
  const isFile = [".d.ts", ".d.mts"].some((end) => fs.existsSync(place + end))
  return isFile ? `${target}.mjs` : `${target}/index.mjs`
}
