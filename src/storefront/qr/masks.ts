import type { Grid, Modules } from "./grid"

/** Where each mask inverts: there the value is 0. */
const masks: readonly ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
]

/** Gives the code the mask that makes it easiest to read. */
export function maskBest(grid: Grid): void {
  const penalties = masks.map((_, mask) => {
    apply(grid, mask)
    const penalty = penaltyOf(grid.dark)
    // A second time takes it off.
    apply(grid, mask)
    return penalty
  })
  apply(grid, penalties.indexOf(Math.min(...penalties)))
}

function apply(grid: Grid, mask: number): void {
  const inverts = masks[mask]
  grid.dark.forEach((row, y) =>
    row.forEach((dark, x) => {
      if (!grid.fixed[y][x] && inverts(x, y) === 0) row[x] = !dark
    })
  )
  grid.drawFormat(mask)
}

/** How hard a code is to read, by the standard's four rules. */
function penaltyOf(dark: Modules): number {
  const turned = dark.map((_, x) => dark.map((row) => row[x]))
  const lines = [...dark, ...turned]
  const total = dark.length ** 2
  const darkCount = dark.flat().filter(Boolean).length
  const imbalance = Math.ceil(Math.abs(darkCount * 20 - total * 10) / total) - 1
  return (
    lines.reduce((sum, line) => sum + linePenalty(line), 0) +
    squares(dark) * 3 +
    imbalance * 10
  )
}

/** Long runs of a colour, and what looks like a finder. */
function linePenalty(line: readonly boolean[]): number {
  // Light and dark by turns, light first.
  const runs = [0]
  line.forEach((dark, place) => {
    if (dark !== (line[place - 1] ?? false)) runs.push(0)
    runs[runs.length - 1] += 1
  })
  const long = runs.filter((run) => run >= 5)
  const penalty = long.reduce((sum, run) => sum + run - 2, 0)
  if (runs.length % 2 === 0) runs.push(0)
  // All around is light.
  runs[0] += line.length
  runs[runs.length - 1] += line.length
  return penalty + 40 * finderLikes(runs)
}

function finderLikes(runs: readonly number[]): number {
  let count = 0
  for (let i = 1; i + 5 < runs.length; i += 2) {
    const [before, one, two, three, four, five, after] = runs.slice(i - 1)
    const alike = two === one && four === one && five === one
    if (!alike || three !== 3 * one) continue
    if (before >= 4 * one && after >= one) count++
    if (after >= 4 * one && before >= one) count++
  }
  return count
}

/** Squares of two by two in one colour. */
function squares(dark: Modules): number {
  let count = 0
  for (let y = 1; y < dark.length; y++) {
    for (let x = 1; x < dark.length; x++) {
      const colour = dark[y][x]
      const same =
        dark[y][x - 1] === colour &&
        dark[y - 1][x] === colour &&
        dark[y - 1][x - 1] === colour
      if (same) count++
    }
  }
  return count
}
