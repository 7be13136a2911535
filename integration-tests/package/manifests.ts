import fs from "node:fs"
import path from "node:path"

const repository = path.resolve(__dirname, "../..")

/** The version of Medusa that the plugin is developed with. */
export function medusaVersion(): string {
  const { devDependencies }: { devDependencies: Record<string, string> } =
    JSON.parse(fs.readFileSync(path.join(repository, "package.json"), "utf8"))
  return devDependencies["@medusajs/medusa"]
}

/** Writes a file of a made-up application, and the folders that it is in. */
export function write(file: string, text: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, text)
}

/** As `write`, for a package.json for instance. */
export function writeJson(file: string, content: unknown): void {
  write(file, JSON.stringify(content, null, 2) + "\n")
}
