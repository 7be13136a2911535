import type { ConformanceReport } from "./run-conformance"
import type { Verdict } from "./verdict"

/** The report as text: one line per case, one per observation, a count. */
export function reportTable({ cases, observations }: ConformanceReport) {
  const tried = cases.map(({ section, name, verdict }) =>
    [mark(verdict), `section ${section}`, name, because(verdict)].join("  ")
  )
  const looked = observations.map(
    ({ fact, observed }) => `observed: ${observed.padEnd(8)}  ${fact}`
  )
  const count = (kind: Verdict["kind"]) =>
    cases.filter(({ verdict }) => verdict.kind === kind).length
  return [
    ...tried.map((line) => line.trimEnd()),
    "",
    ...looked,
    "",
    `${count("passed")} passed, ${count("failed")} failed, ${count("skipped")} skipped`,
    "",
  ].join("\n")
}

function mark({ kind }: Verdict): string {
  switch (kind) {
    case "passed":
      return "pass"
    case "failed":
      return "FAIL"
    case "skipped":
      return "skip"
  }
}

function because(verdict: Verdict): string {
  return verdict.kind === "passed" ? "" : `(${verdict.why})`
}
