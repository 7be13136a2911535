import { stringify } from "csv-stringify/sync"

/** What a cell holds. A `number` is a decimal string, and keeps its sign. */
export type CellKind = "text" | "number" | "time" | "flag"

export type Cell = string | boolean | Date | null | undefined

/** Excel takes a file for UTF-8 only when it begins with it. */
export const BYTE_ORDER_MARK = "\uFEFF"

const NUMBER = /^-?\d+(\.\d+)?$/

/**
 * What a spreadsheet would take for a formula: also the wide forms of the characters, and what it
 * skips before them.
 */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/**
 * Lines of a CSV file (RFC 4180), each with its line break. A text that a spreadsheet would take for
 * a formula gets an apostrophe in front; numbers do not, so that negative ones stay numbers.
 */
export function csvLines(
  rows: readonly (readonly Cell[])[],
  kinds: readonly CellKind[]
): string {
  const texts = rows.map((row) => row.map((cell, n) => textOf(cell, kinds[n])))
  return stringify(texts, {
    record_delimiter: "\r\n",
    quoted_match: /[\r\n]/,
  })
}

function textOf(cell: Cell, kind: CellKind): string {
  if (cell === null || cell === undefined) return ""
  if (cell instanceof Date) return cell.toISOString()
  if (typeof cell === "boolean") return String(cell)
  const isNumber = kind === "number" && NUMBER.test(cell)
  return !isNumber && FORMULA.test(cell) ? `'${cell}` : cell
}
