import fs from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"

/** The files that the set-up adds to a storefront, by name. */
export function readStarterFiles(): [file: string, content: string][] {
  const folder = inPackage("starter")
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => [path.relative(folder, file), fs.readFileSync(file, "utf8")])
}

/** The code blocks of a README of the package that are marked `setup=<name>`, by name. */
export function readSnippets(page: string): Record<string, string> {
  const text = fs.readFileSync(inPackage(page), "utf8")
  const blocks = text.matchAll(/^```\w+ setup=(\S+)\n([^]*?)\n```$/gm)
  return Object.fromEntries([...blocks].map(([, name, code]) => [name, code]))
}

function inPackage(file: string): string {
  const manifest = createRequire(__filename).resolve(
    "medusa-payment-crypto/package.json"
  )
  return path.join(path.dirname(manifest), file)
}
