import type { Figure } from "./figure"

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
