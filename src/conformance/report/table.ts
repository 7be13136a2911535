import type { Result } from "../case"
import type { ConformanceReport } from "../run-conformance"

const HEAD = ["", "section", "case", "contract", "published", "seen"]

/** The report as text: a line for each case, and the counts. */
export function reportTable({ results, counts }: ConformanceReport): string {
  const rows = [HEAD, ...results.map(cellsOf)]
  const widths = HEAD.map((_, column) =>
    Math.max(...rows.map((row) => row[column].length))
  )
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join("  ")
      .trimEnd()
  )
  const { passed, differs, failed, skipped } = counts
  const total = `${passed} passed, ${differs} differ from what is published, ${failed} failed, ${skipped} skipped`
  return [...lines, "", total, ""].join("\n")
}

function cellsOf(result: Result): string[] {
  const { section, name, contract, published, seen, verdict } = result
  const cells = [section, name, contract, published, seen]
  return [MARKS[verdict], ...cells.map(inOneLine)]
}

const MARKS: Record<Result["verdict"], string> = {
  passed: "ok",
  differs: "differs",
  failed: "FAILED",
  skipped: "skipped",
}

// A case's own texts are shorter; what a gateway sends may not be.
const MAX_CELL = 60

function inOneLine(text: string): string {
  const line = text.replace(/\s+/g, " ")
  return line.length > MAX_CELL ? `${line.slice(0, MAX_CELL - 1)}…` : line
}
