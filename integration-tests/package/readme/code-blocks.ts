import fs from "node:fs"
import path from "node:path"

const readme = path.resolve(__dirname, "../../../README.md")

export function readmeText(): string {
  return fs.readFileSync(readme, "utf8")
}

/** The README's only TypeScript block that has `marker` in it. */
export function codeBlock(marker: string): string {
  const blocks = [...readmeText().matchAll(/^```tsx?\n([\s\S]*?)^```$/gm)].map(
    ([, code]) => code
  )
  const matching = blocks.filter((code) => code.includes(marker))
  if (matching.length !== 1) {
    throw new Error(
      `The README has ${matching.length} blocks with "${marker}", not one.`
    )
  }
  return matching[0]
}

/** The names in the first column of the README's table under a heading. */
export function tableNames(heading: string): string[] {
  const [, section] = readmeText().split(`\n${heading}\n`)
  return [...section.split("\n#")[0].matchAll(/^\| `(\w+)`\s+\|/gm)].map(
    ([, name]) => name
  )
}
