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

/** One fenced block of a page. `line` is the line of its first fence. */
export type Block = {
  page: string
  line: number
  language: string
  /** The file of the set-up command, in `starter/pieces`, that it shows. */
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

/** The only block in TypeScript or SQL of the documentation that has `marker` in it. */
export function codeBlock(marker: string): string {
  const matching = pages
    .flatMap((page) => codeBlocks(page))
    .filter(({ language }) => /^(tsx?|sql)$/.test(language))
    .filter(({ code }) => code.includes(marker))
  if (matching.length !== 1) {
    throw new Error(
      `The documentation has ${matching.length} blocks with "${marker}", not one.`
    )
  }
  return matching[0].code
}

/** With the files of the set-up command as they are now. */
function withPieces(text: string): string {
  return text.replace(
    /^(```\w+ setup=(\S+)\n)[^]*?^```$/gm,
    (_, fence: string, file: string) =>
      `${fence}${readPage(`starter/pieces/${file}`)}\`\`\``
  )
}

/**
 * A page with its generated parts as the source has them now, formatted.
 *
 * @throws Error for a part that no generator writes.
 */
export async function withReference(
  page: string,
  reference: Record<string, string>
): Promise<string> {
  const written = withPieces(readPage(page)).replace(
    /(<!-- generated: ([\w-]+) -->\n)[\s\S]*?(<!-- \/generated -->)/g,
    (_, start: string, name: string, end: string) => {
      if (!(name in reference)) {
        throw new Error(`${page}: unknown part "${name}"`)
      }
      return `${start}\n${reference[name]}\n\n${end}`
    }
  )
  const filepath = path.join(root, page)
  const options = await resolveConfig(filepath)
  return await format(written, { ...options, filepath })
}
