/** One line of the table and of `.bench/latest.json`. */
export interface Figure {
  name: string
  /** A ratio within one run, so that it means the same on every machine. */
  value: number
  unit: string
  /** The least value that is good enough. */
  goal: number
  ok: boolean
}

/** What is measured, and its goals. Another bench is one more of these in `main.ts`. */
export type Bench = () => Promise<Figure[]>

/** A figure that must reach its goal. */
export function atLeast(goal: number, name: string, value: number): Figure {
  return { name, value: rounded(value), unit: "x", goal, ok: value >= goal }
}

/** A figure that must be above its goal. */
export function moreThan(goal: number, name: string, value: number): Figure {
  return { name, value: rounded(value), unit: "x", goal, ok: value > goal }
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
