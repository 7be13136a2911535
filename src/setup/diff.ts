/** Lines of context around a change. */
const CONTEXT = 3

/** What a change does to a file, as unified diffs show it. */
export function diffOf(before: string, after: string): string {
  const lines = compare(before.split("\n"), after.split("\n"))
  const shown = lines.map((_, index) =>
    lines
      .slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1)
      .some(({ sign }) => sign !== " ")
  )
  return lines
    .flatMap(({ sign, text }, index) => {
      if (shown[index]) return [`${sign} ${text}`]
      return shown[index + 1] ? ["  …"] : []
    })
    .join("\n")
}

type Line = { sign: " " | "+" | "-"; text: string }

/** By the longest common subsequence; the files are a few hundred lines. */
function compare(before: string[], after: string[]): Line[] {
  const lengths = before.map(() => new Array<number>(after.length + 1).fill(0))
  lengths.push(new Array<number>(after.length + 1).fill(0))
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      lengths[i][j] =
        before[i] === after[j]
          ? lengths[i + 1][j + 1] + 1
          : Math.max(lengths[i + 1][j], lengths[i][j + 1])
    }
  }
  const lines: Line[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      lines.push({ sign: " ", text: before[i] })
      i += 1
      j += 1
    } else if (
      i < before.length &&
      (j === after.length || lengths[i + 1][j] >= lengths[i][j + 1])
    ) {
      lines.push({ sign: "-", text: before[i] })
      i += 1
    } else {
      lines.push({ sign: "+", text: after[j] })
      j += 1
    }
  }
  return lines
}
