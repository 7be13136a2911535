/** What is done with each version of Medusa, in this order. */
export const STEPS = [
  "install",
  "migrate",
  "build",
  "start",
  "hosted sale",
  "inline sale",
  "admin",
] as const

export type Step = (typeof STEPS)[number]

/** What became of a version. A step that is missing was not reached. */
export type VersionResult = {
  version: string
  steps: Partial<Record<Step, "passed" | { failure: string }>>
}

export function allPassed({ steps }: VersionResult): boolean {
  return STEPS.every((step) => steps[step] === "passed")
}

/** Whether the registry lacks a package of this version, as it may of a snapshot. */
export function isUnpublished({ steps: { install } }: VersionResult): boolean {
  return (
    typeof install === "object" &&
    /npm error code (ETARGET|E404)\b/.test(install.failure)
  )
}

/** A table of versions and steps, and below it what each failure said. */
export function resultTable(results: VersionResult[]): string {
  const rows = [
    ["Medusa", ...STEPS],
    ...results.map(({ version, steps }) => [
      version,
      ...STEPS.map((step) => wordFor(steps[step])),
    ]),
  ]
  const widths = rows[0].map((_, column) =>
    Math.max(...rows.map((row) => row[column].length))
  )
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join("  ")
      .trimEnd()
  )
  const failures = results.flatMap(({ version, steps }) =>
    STEPS.flatMap((step) => {
      const outcome = steps[step]
      if (outcome === undefined || outcome === "passed") return []
      return [`\n${version}, ${step}:\n${outcome.failure}`]
    })
  )
  return [...lines, ...failures, ""].join("\n")
}

/** How the table names what became of a step. */
export function wordFor(outcome: VersionResult["steps"][Step]): string {
  if (outcome === undefined) return "-"
  return outcome === "passed" ? "passed" : "FAILED"
}
