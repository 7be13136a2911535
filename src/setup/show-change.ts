import type { Change } from "./project-folder"

/** A change as the terminal shows it, of a file by its name. */
export function describeChange(name: string, change: Change): string {
  if (change.kind === "manual") {
    return `\n== ${name}: ${change.todo} this manually, because ${change.reason}\n\n${change.snippet}\n`
  }
  const { before, after } = change
  if (after === null) return `\n== ${name} (deleted)\n`
  const note = before === null ? " (new)" : ""
  return `\n== ${name}${note}\n${formatDiff(before ?? "", after)}\n`
}

const CONTEXT_LINES = 3

/** The changed lines with their context. */
function formatDiff(before: string, after: string): string {
  const lines = diffLines(linesOf(before), linesOf(after))
  const shown = lines.map((_, index) =>
    lines
      .slice(Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1)
      .some((line) => !line.startsWith(" "))
  )
  return lines
    .flatMap((line, index) => {
      if (shown[index]) return [line]
      return shown[index + 1] ? ["  …"] : []
    })
    .join("\n")
}

/** The last line ends with a line break, or there is none. */
function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n")
}

/**
 * All lines, each after its sign: " ", "+" or "-". By the longest common
 * subsequence: quadratic, for files of a few hundred lines.
 */
function diffLines(before: string[], after: string[]): string[] {
  const lengths = [...before, ""].map(() => [...after, ""].map(() => 0))
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      lengths[i][j] =
        before[i] === after[j]
          ? lengths[i + 1][j + 1] + 1
          : Math.max(lengths[i + 1][j], lengths[i][j + 1])
    }
  }
  const lines: string[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    if (before[i] === after[j]) {
      lines.push(`  ${before[i++]}`)
      j++
    } else if (
      j === after.length ||
      (i < before.length && lengths[i + 1][j] >= lengths[i][j + 1])
    ) {
      lines.push(`- ${before[i++]}`)
    } else {
      lines.push(`+ ${after[j++]}`)
    }
  }
  return lines
}
