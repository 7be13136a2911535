import type { Grid, Modules } from "./grid"

/** Applies the mask with the lowest penalty. */
export function applyBestMask(grid: Grid): void {
  const penalties = MASKS.map((_, mask) => {
    applyMask(grid, mask)
    const penalty = computePenalty(grid.dark)
    // Applying a mask twice removes it.
    applyMask(grid, mask)
    return penalty
  })
  applyMask(grid, penalties.indexOf(Math.min(...penalties)))
}

/** A mask inverts the modules for which its value is 0. */
const MASKS: readonly ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
]

function applyMask(grid: Grid, mask: number): void {
  const formula = MASKS[mask]
  grid.dark.forEach((row, y) =>
    row.forEach((dark, x) => {
      if (!grid.fixed[y][x] && formula(x, y) === 0) row[x] = !dark
    })
  )
  grid.drawFormat(mask)
}

/** The penalty by the four rules of the standard. */
function computePenalty(dark: Modules): number {
  const columns = dark.map((_, x) => dark.map((row) => row[x]))
  const lines = [...dark, ...columns]
  const total = dark.length ** 2
  const darkCount = dark.flat().filter(Boolean).length
  const imbalance = Math.ceil(Math.abs(darkCount * 20 - total * 10) / total) - 1
  return (
    lines.reduce((sum, line) => sum + computeLinePenalty(line), 0) +
    countSquares(dark) * 3 +
    imbalance * 10
  )
}

/** Long runs of one color, and sequences that look like a finder. */
function computeLinePenalty(line: readonly boolean[]): number {
  // Alternating light and dark, starting with light.
  const runs = [0]
  line.forEach((dark, index) => {
    if (dark !== (line[index - 1] ?? false)) runs.push(0)
    runs[runs.length - 1] += 1
  })
  const long = runs.filter((run) => run >= 5)
  const penalty = long.reduce((sum, run) => sum + run - 2, 0)
  if (runs.length % 2 === 0) runs.push(0)
  // The code is surrounded by light modules.
  runs[0] += line.length
  runs[runs.length - 1] += line.length
  return penalty + 40 * countFinderLikeRuns(runs)
}

function countFinderLikeRuns(runs: readonly number[]): number {
  let count = 0
  for (let i = 1; i + 5 < runs.length; i += 2) {
    const [before, one, two, three, four, five, after] = runs.slice(i - 1)
    const isEven = two === one && four === one && five === one
    if (!isEven || three !== 3 * one) continue
    if (before >= 4 * one && after >= one) count++
    if (after >= 4 * one && before >= one) count++
  }
  return count
}

/** Squares of two by two in one color. */
function countSquares(dark: Modules): number {
  let count = 0
  for (let y = 1; y < dark.length; y++) {
    for (let x = 1; x < dark.length; x++) {
      const color = dark[y][x]
      const same =
        dark[y][x - 1] === color &&
        dark[y - 1][x] === color &&
        dark[y - 1][x - 1] === color
      if (same) count++
    }
  }
  return count
}
