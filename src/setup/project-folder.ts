import fs from "node:fs"
import path from "node:path"

/** A file to write or to delete (`after` is null), or a snippet that the developer has to add or to remove. */
export type Change =
  | { kind: "write"; file: string; before: string | null; after: string | null }
  | ManualChange

type ManualChange = {
  kind: "manual"
  todo: "add" | "remove"
  file: string
  reason: string
  snippet: string
}

export type Edit = {
  /** Text that shows that the edit was already made. */
  marker: string
  find: string | RegExp
  /** What takes the place of the match. @default the snippet */
  replace?: (snippet: string, match: string, ...groups: string[]) => string
  /** Shown to the developer when `find` does not match. */
  snippet: string
  /** What is put back in place of the snippet. @default find */
  original?: string
  /** Takes an edit out again that did not put the snippet alone; the text itself where it does not find it as it was made. */
  undo?: (text: string, snippet: string) => string
}

/** A package of the project; file names are relative to its root. */
export class ProjectFolder {
  constructor(readonly root: string) {}

  /** The text without byte order mark, its line ends as "\n"; `write` keeps both as they are. */
  read(file: string): string | null {
    const target = path.join(this.root, file)
    if (!fs.existsSync(target)) return null
    const { mark, lineEnd, text } = readText(target)
    return text.slice(mark.length).replaceAll(lineEnd, "\n")
  }

  /** @param content null deletes the file, and the folders that are empty then */
  write(file: string, content: string | null): void {
    const target = path.join(this.root, file)
    if (content === null) return this.delete(target)
    fs.mkdirSync(path.dirname(target), { recursive: true })
    const { mark, lineEnd } = readText(target)
    fs.writeFileSync(target, mark + content.replaceAll("\n", lineEnd))
  }

  private delete(target: string): void {
    fs.rmSync(target, { recursive: true })
    const folder = path.dirname(target)
    const isLast = folder !== this.root && fs.readdirSync(folder).length === 0
    if (isLast) this.delete(folder)
  }

  /** Adds dependencies to package.json, or takes those out whose version is null; installing is left to the developer. */
  setDependencies(versions: Record<string, string | null>): Change[] {
    const file = "package.json"
    const before = this.read(file)
    if (before === null) return []
    const manifest = JSON.parse(before) as Partial<
      Record<"dependencies" | "devDependencies", Record<string, string>>
    >
    const lists = [(manifest.dependencies ??= {}), manifest.devDependencies]
    const same = JSON.stringify(manifest)
    for (const [name, version] of Object.entries(versions)) {
      if (version === null) for (const list of lists) delete list?.[name]
      else if (!lists.some((list) => list?.[name])) {
        manifest.dependencies[name] = version
      }
    }
    if (JSON.stringify(manifest) === same) return []
    const [space = "  "] = /^[\t ]+(?=")/m.exec(before) ?? []
    const [end = ""] = /\n$/.exec(before) ?? []
    return written(file, before, JSON.stringify(manifest, null, space) + end)
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
    return written(file, before, start + lines)
  }

  removeEnvironment(lines: string): Change[] {
    const file = ".env.template"
    const before = this.read(file)
    if (before === null) return []
    const after = before.replace(`\n${lines}`, "").replace(lines, "")
    return after === before ? [] : written(file, before, after || null)
  }

  /** Creates a file; an existing file with other content is never overwritten. */
  createFile(file: string, after: string): Change[] {
    const before = this.read(file)
    if (before === null || before === after) return written(file, before, after)
    const reason = "the file already exists with different content"
    return [{ kind: "manual", todo: "add", file, reason, snippet: after }]
  }

  removeFile(file: string, content: string): Change[] {
    const before = this.read(file)
    if (before === null || before === content) {
      return written(file, before, null)
    }
    const reason = "the file was changed since"
    const snippet = "(all that is about crypto payments)"
    return [{ kind: "manual", todo: "remove", file, reason, snippet }]
  }

  /** Applies the edits that were not made yet; those that do not match are manual. */
  editFile(file: string, edits: readonly Edit[]): Change[] {
    const before = this.read(file)
    if (before === null) {
      const reason = "the file does not exist"
      const snippet = edits.map((edit) => edit.snippet).join("\n")
      return [{ kind: "manual", todo: "add", file, reason, snippet }]
    }
    const reason = "the file differs from the starter's"
    const manual = { kind: "manual", todo: "add", file, reason } as const
    return edit(before, manual, edits, ({ snippet, find, replace }, text) =>
      text.replace(find, (match: string, ...groups: string[]) =>
        replace ? replace(snippet, match, ...groups) : snippet
      )
    )
  }

  /** Takes the edits out again that were made; those that were changed since are manual. */
  restoreFile(file: string, edits: readonly Edit[]): Change[] {
    const before = this.read(file)
    if (before === null) return []
    const reason = "it was changed since"
    const manual = { kind: "manual", todo: "remove", file, reason } as const
    const last = [...edits].reverse()
    return edit(before, manual, last, (each, text) => {
      const { snippet, find, original = String(find), undo } = each
      return undo ? undo(text, snippet) : text.replace(snippet, () => original)
    })
  }
}

/** The file with all edits that change it; those that do not are manual, with the reason. */
function edit(
  before: string,
  manual: Omit<ManualChange, "snippet">,
  edits: readonly Edit[],
  apply: (edit: Edit, text: string) => string
): Change[] {
  const left: Change[] = []
  let after = before
  for (const each of edits) {
    if (after.includes(each.marker) === (manual.todo === "add")) continue
    const edited = apply(each, after)
    if (edited === after) left.push({ ...manual, snippet: each.snippet })
    after = edited
  }
  return [...written(manual.file, before, after), ...left]
}

/** A file's text, with its byte order mark and its line ends, where all are alike. */
function readText(target: string) {
  const text = fs.existsSync(target) ? fs.readFileSync(target, "utf8") : ""
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : ""
  const ends = new Set(text.match(/\r?\n/g))
  return { text, mark, lineEnd: ends.size === 1 ? [...ends][0] : "\n" }
}

export function written(
  file: string,
  before: string | null,
  after: string | null
): Change[] {
  return after === before ? [] : [{ kind: "write", file, before, after }]
}

/** Moves lines to the right, but empty ones. */
export function indent(lines: string, spaces: number): string {
  return lines.replace(/^(?=.)/gm, " ".repeat(spaces))
}
