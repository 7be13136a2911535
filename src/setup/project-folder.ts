import fs from "node:fs"
import path from "node:path"

/** A file to write, or a snippet that the developer has to add. */
export type Change =
  | { kind: "write"; file: string; before: string | null; after: string }
  | { kind: "manual"; file: string; reason: string; snippet: string }

/** One edit of a file of the starter. */
export type Edit = {
  /** Text that shows that the edit was already made. */
  marker: string
  find: RegExp
  /** What takes the place of the match. @default the snippet */
  replace?: (snippet: string, match: string, ...groups: string[]) => string
  /** Shown to the developer when `find` does not match. */
  snippet: string
}

/** A package of the project; file names are relative to its root. */
export class ProjectFolder {
  constructor(readonly root: string) {}

  /** The text of a file; null when it does not exist. */
  read(file: string): string | null {
    const target = path.join(this.root, file)
    return fs.existsSync(target) ? fs.readFileSync(target, "utf8") : null
  }

  write(file: string, content: string): void {
    const target = path.join(this.root, file)
    fs.mkdirSync(path.dirname(target), { recursive: true })
    fs.writeFileSync(target, content)
  }

  /** Adds a dependency to package.json; installing it is left to the developer. */
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

  /** Appends to .env.template the lines of each variable that it does not have. */
  addEnvironment(linesByVariable: Record<string, string>): Change[] {
    const file = ".env.template"
    const before = this.read(file)
    const missing = Object.entries(linesByVariable).filter(
      ([variable]) => !before?.includes(variable)
    )
    if (missing.length === 0) return []
    const start = before === null ? "" : before.replace(/\n*$/, "\n\n")
    const lines = missing.map(([, lines]) => lines).join("\n")
    return [{ kind: "write", file, before, after: start + lines }]
  }

  /** Creates a file; an existing file with other content is never overwritten. */
  createFile(file: string, after: string): Change[] {
    const before = this.read(file)
    if (before === after) return []
    if (before === null) return [{ kind: "write", file, before, after }]
    const reason = "the file already exists with different content"
    return [{ kind: "manual", file, reason, snippet: after }]
  }

  /** Applies the edits that were not made yet; those that do not match are manual. */
  editFile(file: string, edits: readonly Edit[]): Change[] {
    const before = this.read(file)
    if (before === null) {
      const reason = "the file does not exist"
      const snippet = edits.map((edit) => edit.snippet).join("\n")
      return [{ kind: "manual", file, reason, snippet }]
    }
    let after = before
    const manual: Change[] = []
    for (const { marker, find, snippet, replace } of edits) {
      if (after.includes(marker)) continue
      const edited = after.replace(
        find,
        (match: string, ...groups: string[]) =>
          replace ? replace(snippet, match, ...groups) : snippet
      )
      const reason = "the file differs from the starter's"
      if (edited === after) {
        manual.push({ kind: "manual", file, reason, snippet })
      }
      after = edited
    }
    if (after === before) return manual
    return [{ kind: "write", file, before, after }, ...manual]
  }
}

/** Moves lines to the right, but empty ones. */
export function indent(lines: string, spaces: number): string {
  return lines.replace(/^(?=.)/gm, " ".repeat(spaces))
}
