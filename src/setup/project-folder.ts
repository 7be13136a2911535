import fs from "node:fs"
import path from "node:path"
import { z } from "zod"

/**
 * A file to write or to delete (`after` is null),
 * or a snippet that the developer has to add or to remove.
 */
export type Change =
  | { kind: "write"; file: string; before: string | null; after: string | null }
  | {
      kind: "manual"
      todo: Todo
      file: string
      reason: string
      snippet: string
    }

export type Todo = "add" | "remove"

/** "…", with the spaces around it, stands for the same text in both. */
export type Edit = {
  /** Text that shows that the edit was made. */
  marker: string
  original: string
  snippet: string
}

const SAME = / *… */

const texts = z.record(z.string(), z.string())

const manifestSchema = z.object({
  scripts: texts.optional(),
  dependencies: texts.optional(),
  devDependencies: texts.optional(),
})

/** As it is parsed, all else in it keeps its place. */
const manifestFile = z.custom<z.output<typeof manifestSchema>>(
  (value) => manifestSchema.safeParse(value).success,
  "package.json has scripts or dependencies that are no texts"
)

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

  /** Its package.json; empty where there is none. */
  readManifest() {
    return manifestFile.parse(JSON.parse(this.read("package.json") ?? "{}"))
  }

  /**
   * Adds dependencies to package.json, or takes those out whose version is null;
   * installing is left to the developer.
   */
  setDependencies(versions: Record<string, string | null>): Change[] {
    const file = "package.json"
    const before = this.read(file)
    if (before === null) return []
    const manifest = this.readManifest()
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

  /**
   * Appends to .env.template the lines of each variable that it does not have,
   * or takes them out again.
   */
  setEnvironment(todo: Todo, variables: Record<string, string>): Change[] {
    const file = ".env.template"
    const before = this.read(file)
    let after = before ?? ""
    for (const [variable, lines] of Object.entries(variables)) {
      if (todo === "remove") {
        after = after.replace(`\n${lines}`, "").replace(lines, "")
      } else if (!after.includes(variable)) {
        after = after.replace(/(?<=.)\n*$/, "\n\n") + lines
      }
    }
    return after === (before ?? "") ? [] : written(file, before, after || null)
  }

  /** Adds or removes a file; one with other content is left to the developer. */
  setFile(todo: Todo, file: string, content: string): Change[] {
    const before = this.read(file)
    const isAdded = todo === "add"
    if (before === null || before === content) {
      return written(file, before, isAdded ? content : null)
    }
    const reason = "the file has other content"
    const snippet = isAdded ? content : "(all that is about crypto payments)"
    return [{ kind: "manual", todo, file, reason, snippet }]
  }

  /** Makes edits, or takes them out again; those whose lines are not there are manual. */
  editFile(todo: Todo, file: string, edits: readonly Edit[]): Change[] {
    const before = this.read(file) ?? ""
    const left: Change[] = []
    let after = before
    for (const { marker, original, snippet } of edits) {
      if (after.includes(marker) === (todo === "add")) continue
      const [from, to] =
        todo === "add" ? [original, snippet] : [snippet, original]
      const edited = after.replace(anyFormat(from), (_match, same: string) =>
        to.replace(SAME, () => same)
      )
      const reason = "the lines that it is about are not there"
      if (edited === after) {
        left.push({ kind: "manual", todo, file, reason, snippet })
      }
      after = edited
    }
    return [...written(file, before, after), ...left]
  }
}

/** Finds lines also with other spaces, commas and semicolons at their ends. */
function anyFormat(lines: string): RegExp {
  const literal = lines.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  return new RegExp(
    literal
      .replace(SAME, "([^]*?)")
      .replace(/,?\n\s*/g, ",?;?\\s*")
      .replace(/ +/g, " +")
  )
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
