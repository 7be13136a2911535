import { parse } from "csv-parse/sync"
import fc from "fast-check"
import { attemptRow } from "../modules/crypto-payment/fixtures/attempt-row"
import { csvLines, EXPORT_COLUMNS, type ExportRow } from "./export-columns"

type Cell = Parameters<typeof csvLines>[0][number][number]

type CellKind = Parameters<typeof csvLines>[1][number]

/** Read by a parser of others, as RFC 4180 says. */
const read = (text: string): string[][] =>
  parse(text, { record_delimiter: "\r\n", relax_column_count: false })

const cell = (value: Cell, kind: CellKind = "text") =>
  csvLines([[value, "end"]], [kind, "text"]).replace(/,end\r\n$/, "")

describe("a line of CSV", () => {
  it("ends with CR and LF, and separates its cells by commas", () => {
    const line = csvLines(
      [["a", null, "b", ""]],
      ["text", "text", "text", "text"]
    )
    expect(line).toBe("a,,b,\r\n")
  })

  it.each([
    ["a,b", `"a,b"`],
    [`say "hi"`, `"say ""hi"""`],
    ["two\nlines", `"two\nlines"`],
    ["two\r\nlines", `"two\r\nlines"`],
    ["überweisung €", "überweisung €"],
    ["001", "001"],
  ])("writes the text %j as %s", (text, written) => {
    expect(cell(text)).toBe(written)
  })

  it.each([
    "=1+1",
    "+49 170 000",
    "-1.5",
    "@SUM(A1)",
    "\tx",
    "\r=1",
    "\n=1",
    "＝1",
    "＋1",
    "－1",
    "＠x",
    `=HYPERLINK("https://evil.example","x")`,
  ])("puts an apostrophe in front of the text %j", (text) => {
    expect(read(csvLines([[text, "x"]], ["text", "text"]))).toEqual([
      [`'${text}`, "x"],
    ])
  })

  it.each([
    ["x;=HYPERLINK(1)", "x;'=HYPERLINK(1)"],
    ["x\t@SUM(A1)", "x\t'@SUM(A1)"],
    ["=1;+2;-3", "'=1;'+2;'-3"],
    ['x; "=1"', 'x;\' "=1"'],
    ["x;＝1", "x;'＝1"],
    ["a;b=c", "a;b=c"],
  ])("writes the text %j as %j, also where cells end at ; or tab", (...row) => {
    const [text, written] = row
    expect(read(csvLines([[text, "x"]], ["text", "text"]))).toEqual([
      [written, "x"],
    ])
  })

  it.each(["123456789012", "3E10", "1e+5", "12.5e-3", "0".repeat(64)])(
    "puts an apostrophe in front of the id %s, which a spreadsheet takes for a number",
    (id) => expect(cell(id)).toBe(`'${id}`)
  )

  it.each(["12345678901", "3E", "E10", "0x3e10", "3e10a"])(
    "keeps the id %s as it is",
    (id) => expect(cell(id)).toBe(id)
  )

  it.each(["0", "-0.000001", "-12", "19.99", "1000000000000000000000.5"])(
    "keeps the number %s as it is",
    (number) => expect(cell(number, "number")).toBe(number)
  )

  it.each(["=1", "-1+cmd", "1e3", "--1", "-", "-1\n=2"])(
    "takes %j for a text where a number should be",
    (text) => {
      const [[written]] = read(csvLines([[text, "x"]], ["number", "text"]))
      expect(written).toBe(/^[=-]/.test(text) ? `'${text}` : text)
    }
  )

  it("writes times in ISO 8601, and flags in words", () => {
    const time = new Date("2026-11-30T23:59:59.001Z")
    expect(cell(time, "time")).toBe("2026-11-30T23:59:59.001Z")
    expect(cell(true, "flag")).toBe("true")
    expect(cell(false, "flag")).toBe("false")
    expect(cell(null, "time")).toBe("")
  })

  it("is read as it was written, whatever it holds", () => {
    const marks = fc.constantFrom("=", "-", ";", "\t", '"', "'", "x", " ")
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: marks })
    )
    const texts = fc.array(text, {
      minLength: 2,
      maxLength: 6,
    })
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        const lines = [one, other].map((cells) => [...cells, "end"])
        const width = Math.max(...lines.map(({ length }) => length))
        const rows = lines.map((cells) => [
          ...cells,
          ...Array.from({ length: width - cells.length }, () => ""),
        ])
        const kinds = rows[0].map((): CellKind => "text")
        const text = csvLines(rows, kinds)
        const bare = (cells: string[]) =>
          cells.map((each) => each.replaceAll("'", ""))
        expect(read(text).map(bare)).toEqual(rows.map(bare))
        const dangerous = read(text)
          .flat()
          .filter((each) => /^[=+\-@\t\r\n]/.test(each))
        expect(dangerous).toEqual([])
        const split = read(text)
          .flat()
          .flatMap((each) => each.split(/[;\t]/))
        expect(split.filter((each) => /^[=+\-@]/.test(each))).toEqual([])
      })
    )
  })

  it.each<[string[], string | null]>([
    [[], null],
    [["19.99"], "19.99"],
    [["9.99", "10"], "19.99"],
  ])("has of captures of %j the sum, %s", (amounts, sum) => {
    const created_at = new Date()
    const row: ExportRow = {
      attempt: attemptRow({ amount: "19.99", currency_code: "eur" }),
      captures: amounts.map((amount) => ({ amount, created_at })),
      refund: null,
      order_number: null,
      email: null,
    }
    const column = EXPORT_COLUMNS.find(({ name }) => name === "captured_amount")
    expect(column?.read(row)).toBe(sum)
  })

  it("has few columns, each with a name of its own", () => {
    const names = EXPORT_COLUMNS.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeLessThanOrEqual(26)
  })
})
