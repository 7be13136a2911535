import fs from "node:fs"
import { isBuiltin } from "node:module"
import path from "node:path"
import ts from "typescript"

/**
 * The packages that the built code and its types import, but package.json does
 * not name as something that an install brings (or as an optional peer), each
 * as `file: package`. A package manager that is strict, as pnpm, does not
 * give them, or gives another copy than the one that is meant.
 */
export function undeclaredImports(folder: string, files: string[]): string[] {
  const manifest: Manifest = JSON.parse(
    fs.readFileSync(path.join(folder, "package.json"), "utf8")
  )
  const declared = new Set([
    ...Object.keys(manifest.dependencies ?? {}),
    ...Object.keys(manifest.peerDependencies ?? {}),
  ])
  return files
    .filter((file) => /\.([cm]?js|d\.[cm]?ts)$/.test(file))
    .flatMap((file) => {
      const source = fs.readFileSync(path.join(folder, file), "utf8")
      const packages = ts
        .preProcessFile(source, true, true)
        .importedFiles.map(({ fileName }) => fileName)
        .filter((specifier) => !specifier.startsWith("."))
        .filter((specifier) => !isBuiltin(specifier))
        .map(packageOf)
        .filter((name) => !declared.has(name))
      return [...new Set(packages)].map((name) => `${file}: ${name}`)
    })
}

type Manifest = {
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

function packageOf(specifier: string): string {
  const parts = specifier.split("/")
  return parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/")
}
