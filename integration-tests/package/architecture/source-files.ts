import fs from "node:fs"
import path from "node:path"
import type { SourceFile } from "./imports"

/**
 * All code files under `repository`/src, with slashes in their paths; not the
 * settings of a build tool, which no store gets, nor what was built.
 */
export function sourceFilesOf(repository: string): SourceFile[] {
  return fs
    .readdirSync(path.join(repository, "src"), {
      recursive: true,
      withFileTypes: true,
    })
    .filter((entry) => entry.isFile() && /\.[cm]?[jt]sx?$/.test(entry.name))
    .filter((entry) => !/\.config\.m?ts$/.test(entry.name))
    .filter((entry) => !/\/dist(\/|$)/.test(entry.parentPath))
    .map((entry) => {
      const file = path.join(entry.parentPath, entry.name)
      return {
        path: path.relative(repository, file).split(path.sep).join("/"),
        source: fs.readFileSync(file, "utf8"),
      }
    })
}
