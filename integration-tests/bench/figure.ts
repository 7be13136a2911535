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
  bound: "at least" | "more than" | "at most"
  ok: boolean
}

/** What is measured, and its goals. Another bench is one more of these in `main.ts`. */
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

/** A figure that must be above its goal. */
export function moreThan(
  goal: number,
  name: string,
  measured: Measured,
  unit = "x"
): Figure {
  return figure(goal, "more than", name, measured, unit)
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
    ok: holds[bound](value, goal),
  }
}

const holds: Record<Figure["bound"], (value: number, goal: number) => boolean> =
  {
    "at least": (value, goal) => value >= goal,
    "more than": (value, goal) => value > goal,
    "at most": (value, goal) => value <= goal,
  }

/** The middle value; of an even number of values the upper one. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? NaN
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
