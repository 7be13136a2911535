import type { Figure } from "./figure"

/** The figures as text, one line each. */
export function figuresTable(figures: Figure[]): string {
  const width = Math.max(...figures.map(({ name }) => name.length))
  const lines = figures.map(({ name, value, unit, goal, ok }) =>
    [
      ok ? "ok  " : "MISS",
      name.padEnd(width),
      `${value.toFixed(3)} ${unit}`.padStart(9),
      `goal ${goal}`,
    ].join("  ")
  )
  return `${lines.join("\n")}\n`
}
