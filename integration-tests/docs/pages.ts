import { readFileSync } from "node:fs"
import path from "node:path"
import { format, resolveConfig } from "prettier"

/** The root of the repository, and of the package. */
export const root = path.resolve(__dirname, "../..")

/** The pages of the documentation, from the root of the repository. */
export const pages = [
  "README.md",
  "src/admin/README.md",
  "src/api/README.md",
  "src/gateway/README.md",
  "src/modules/crypto-payment/README.md",
  "src/sandbox/README.md",
  "src/setup/README.md",
  "src/storefront/README.md",
  "src/subscribers/README.md",
  "src/workflows/README.md",
  "integration-tests/README.md",
] as const

export function readPage(page: string): string {
  return readFileSync(path.join(root, page), "utf8")
}

/** The anchors of a page's headings, as GitHub makes them. */
export function anchors(page: string): string[] {
  const seen = new Map<string, number>()
  const text = readPage(page).replace(/^```[\s\S]*?^```$/gm, "")
  return [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => {
    const anchor = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
      .replaceAll(" ", "-")
    const count = seen.get(anchor) ?? 0
    seen.set(anchor, count + 1)
    return count === 0 ? anchor : `${anchor}-${count}`
  })
}

/** One fenced block of a page. `line` is the line of its first fence. */
export type Block = {
  page: string
  line: number
  language: string
  /** The name by which the set-up command reads it. */
  setup?: string
  code: string
}

export function codeBlocks(page: string): Block[] {
  const text = readPage(page)
  const fence = /^```(\S*)(?: setup=(\S+))?\n([\s\S]*?)^```$/gm
  return [...text.matchAll(fence)].map((match) => ({
    page,
    line: text.slice(0, match.index).split("\n").length,
    language: match[1],
    setup: match[2],
    code: match[3],
  }))
}

/** The only TypeScript block of the documentation that has `marker` in it. */
export function codeBlock(marker: string): string {
  const matching = pages
    .flatMap((page) => codeBlocks(page))
    .filter(({ language }) => /^tsx?$/.test(language))
    .filter(({ code }) => code.includes(marker))
  if (matching.length !== 1) {
    throw new Error(
      `The documentation has ${matching.length} blocks with "${marker}", not one.`
    )
  }
  return matching[0].code
}

/** The generated parts of the documentation, by name. */
export type Reference = Record<string, string>

const part = /<!-- generated: ([\w-]+) -->\n[\s\S]*?<!-- \/generated -->/g

/** The names of the generated parts that a page has. */
export function generatedParts(page: string): string[] {
  return [...readPage(page).matchAll(part)].map(([, name]) => name)
}

/**
 * A page with its generated parts as the source has them now, formatted.
 *
 * @throws Error for a part that no generator writes.
 */
export async function withReference(
  page: string,
  reference: Reference
): Promise<string> {
  const written = readPage(page).replace(part, (_, name: string) => {
    const text = reference[name]
    if (text === undefined) throw new Error(`${page}: unknown part "${name}"`)
    return `<!-- generated: ${name} -->\n\n${text.trim()}\n\n<!-- /generated -->`
  })
  const filepath = path.join(root, page)
  const options = await resolveConfig(filepath)
  return await format(written, { ...options, filepath })
}

/** A Markdown table; `|` and line breaks in cells are escaped. */
export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replace(/\s*\n\s*/g, " ").replace(/(?<!\\)\|/g, "\\|")).join(" | ")} |`
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n")
}

/** Things by name, each with its text, where a table's rows would be too long to read. */
export function entries(things: [name: string, text: string][]): string {
  return things
    .map(([name, text]) => `- **\`${name}\`**\\\n  ${text}`)
    .join("\n")
}

/** A type, with the bounds of a number from its JSON Schema. */
export function withBounds(
  type: string,
  { minimum, maximum }: { minimum?: number; maximum?: number }
): string {
  if (minimum === undefined && maximum === undefined) return type
  if (minimum === undefined) return `${type}, at most ${maximum}`
  if (maximum === undefined) return `${type}, at least ${minimum}`
  return `${type}, ${minimum} to ${maximum}`
}
