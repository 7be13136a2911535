/** One line of the table and of `.bench/latest.json`. */
export type Figure = {
  name: string
  /** Of ratios within one run the middle one, so that it means the same on every machine. */
  value: number
  /** The least and the greatest of the rounds, where there were several. */
  spread?: [least: number, greatest: number]
  /** "x" for ratios. */
  unit: string
  goal: number
  /** What the value has to be, compared with the goal. */
  bound: "at least" | "at most"
  ok: boolean
}

/** What is measured, and its goals. Another bench is one more of these in `run-benches.ts`. */
export type Bench = () => Promise<Figure[]>

/** What was measured: one value, or one of each round. */
export type Measured = number | readonly number[]

/** A figure that must reach its goal. */
export function atLeast(
  goal: number,
  name: string,
  measured: Measured,
  unit = "x"
): Figure {
  return figure(goal, "at least", name, measured, unit)
}

/** A figure that must not pass its goal. */
export function atMost(
  goal: number,
  name: string,
  measured: Measured,
  unit = "x"
): Figure {
  return figure(goal, "at most", name, measured, unit)
}

function figure(
  goal: number,
  bound: Figure["bound"],
  name: string,
  measured: Measured,
  unit: string
): Figure {
  const values = typeof measured === "number" ? [measured] : [...measured]
  const value = median(values)
  return {
    name,
    value: rounded(value),
    ...(values.length > 1 && {
      spread: [rounded(Math.min(...values)), rounded(Math.max(...values))],
    }),
    unit,
    goal,
    bound,
    ok: bound === "at least" ? value >= goal : value <= goal,
  }
}

/** The figures as text, one line each: verdict, name, value, goal, spread. */
export function figuresTable(figures: Figure[]): string {
  const rows = figures.map(({ ok, name, value, unit, bound, goal, spread }) => [
    ok ? "ok  " : "MISS",
    name,
    value.toFixed(3),
    unit,
    `${bound} ${goal}`,
    spread ? `(${spread.map((each) => each.toFixed(3)).join(" to ")})` : "",
  ])
  const width = (column: number) =>
    Math.max(0, ...rows.map((row) => row[column].length))
  return rows
    .map(([verdict, name, value, unit, goal, spread]) =>
      [
        verdict,
        name.padEnd(width(1)),
        `${value.padStart(width(2) + 2)} ${unit.padEnd(width(3))}`,
        goal.padEnd(width(4)),
        spread,
      ]
        .join("  ")
        .trimEnd()
    )
    .map((line) => `${line}\n`)
    .join("")
}

/** The middle value; of an even number of values the upper one. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? NaN
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
