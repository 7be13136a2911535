import fs from "node:fs"
import path from "node:path"

/** A file to write or to delete (`after` is null), or a snippet that the developer has to add or to remove. */
export type Change =
  | {
      kind: "write"
      file: string
      before: string | null
      after: string | null
    }
  | {
      kind: "manual"
      todo: "add" | "remove"
      file: string
      reason: string
      snippet: string
    }

/** One edit of a file of the starter. */
export type Edit = {
  /** Text that shows that the edit was already made. */
  marker: string
  find: RegExp
  /** What takes the place of the match. @default the snippet */
  replace?: (snippet: string, match: string, ...groups: string[]) => string
  /** Shown to the developer when `find` does not match. */
  snippet: string
  /** Takes the edit out again; the text itself where it does not find it as it was made. */
  undo: (text: string, snippet: string) => string
}

/** A package of the project; file names are relative to its root. */
export class ProjectFolder {
  constructor(readonly root: string) {}

  /** The text of a file; null when it does not exist. */
  read(file: string): string | null {
    const target = path.join(this.root, file)
    return fs.existsSync(target) ? fs.readFileSync(target, "utf8") : null
  }

  /** @param content null deletes the file, and the folders that are empty then */
  write(file: string, content: string | null): void {
    const target = path.join(this.root, file)
    if (content === null) return this.delete(target)
    fs.mkdirSync(path.dirname(target), { recursive: true })
    fs.writeFileSync(target, content)
  }

  private delete(target: string): void {
    fs.rmSync(target, { recursive: true })
    const folder = path.dirname(target)
    const isLast = folder !== this.root && fs.readdirSync(folder).length === 0
    if (isLast) this.delete(folder)
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

  /** Takes a dependency out of package.json again. */
  removeDependency(name: string): Change[] {
    const file = "package.json"
    const before = this.read(file)
    if (before === null) return []
    const manifest = JSON.parse(before) as {
      dependencies?: Record<string, string>
    }
    if (manifest.dependencies?.[name] === undefined) return []
    delete manifest.dependencies[name]
    const after = JSON.stringify(manifest, null, 2) + "\n"
    return [{ kind: "write", file, before, after }]
  }

  /** Takes lines out of .env.template that were appended to it. */
  removeEnvironment(lines: readonly string[]): Change[] {
    const file = ".env.template"
    const before = this.read(file)
    if (before === null) return []
    const after = lines.reduce(
      (text, each) => text.replace(new RegExp(`\\n?${escaped(each)}`), ""),
      before
    )
    return after === before
      ? []
      : [{ kind: "write", file, before, after: after === "" ? null : after }]
  }

  /** Deletes a file that still has this content. */
  removeFile(file: string, content: string): Change[] {
    const before = this.read(file)
    if (before === null) return []
    if (before === content) {
      return [{ kind: "write", file, before, after: null }]
    }
    const reason = "the file was changed since"
    const snippet = "(all that is about crypto payments)"
    return [{ kind: "manual", todo: "remove", file, reason, snippet }]
  }

  /** Takes the edits out again that were made; those that were changed since are manual. */
  restoreFile(file: string, edits: readonly Edit[]): Change[] {
    const before = this.read(file)
    if (before === null) return []
    let after = before
    const manual: Change[] = []
    for (const { marker, snippet, undo } of [...edits].reverse()) {
      if (!after.includes(marker)) continue
      const restored = undo(after, snippet)
      const reason = "it was changed since"
      if (restored === after) {
        manual.push({ kind: "manual", todo: "remove", file, reason, snippet })
      }
      after = restored
    }
    if (after === before) return manual
    return [{ kind: "write", file, before, after }, ...manual]
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
    return [{ kind: "manual", todo: "add", file, reason, snippet: after }]
  }

  /** Applies the edits that were not made yet; those that do not match are manual. */
  editFile(file: string, edits: readonly Edit[]): Change[] {
    const before = this.read(file)
    if (before === null) {
      const reason = "the file does not exist"
      const snippet = edits.map((edit) => edit.snippet).join("\n")
      return [{ kind: "manual", todo: "add", file, reason, snippet }]
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
        manual.push({ kind: "manual", todo: "add", file, reason, snippet })
      }
      after = edited
    }
    if (after === before) return manual
    return [{ kind: "write", file, before, after }, ...manual]
  }
}

function escaped(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&")
}

/** Moves lines to the right, but empty ones. */
export function indent(lines: string, spaces: number): string {
  return lines.replace(/^(?=.)/gm, " ".repeat(spaces))
}
