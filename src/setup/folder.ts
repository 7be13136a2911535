import fs from "node:fs"
import path from "node:path"

import type { Change } from "./change"

/** A package of the project that is set up; files are named relative to it. */
export class Folder {
  constructor(readonly root: string) {}

  /** The text of a file, null when it is not there. */
  read(file: string): string | null {
    const place = path.join(this.root, file)
    return fs.existsSync(place) ? fs.readFileSync(place, "utf8") : null
  }

  write(file: string, content: string): void {
    const place = path.join(this.root, file)
    fs.mkdirSync(path.dirname(place), { recursive: true })
    fs.writeFileSync(place, content)
  }

  /** The dependency in package.json, which the project's package manager installs. */
  addDependency(name: string, version: string): Change[] {
    const file = "package.json"
    const before = this.read(file)
    if (before === null) return []
    const manifest = JSON.parse(before) as {
      dependencies?: Record<string, string>
    }
    if (manifest.dependencies?.[name] !== undefined) return []
    manifest.dependencies = { ...manifest.dependencies, [name]: version }
    const after = JSON.stringify(manifest, null, 2) + "\n"
    return [{ kind: "write", file, before, after }]
  }

  /** Variables in the sample of the environment, unless `variable` is there. */
  addEnvironment(file: string, variable: string, lines: string): Change[] {
    const before = this.read(file)
    if (before?.includes(variable)) return []
    const start = before === null ? "" : before.replace(/\n*$/, "\n\n")
    return [{ kind: "write", file, before, after: start + lines }]
  }
}
