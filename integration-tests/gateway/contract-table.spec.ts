import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { CONTRACT } from "./contract-lists"
import { contractRows } from "./contract-table"
import { testTitles } from "./test-titles"

const REPOSITORY = join(__dirname, "../..")
const SOURCES = join(REPOSITORY, "src")
const rows = contractRows(
  readFileSync(join(SOURCES, "gateway/README.md"), "utf8")
)

/** The spec file that a row means, in `src` or here; undefined when there is none. */
function specFile(name: string): string | undefined {
  return ["src", "integration-tests"]
    .flatMap((folder) =>
      [".spec.ts", "-suite.ts"].map((ending) =>
        join(REPOSITORY, folder, `${name}${ending}`)
      )
    )
    .find((file) => existsSync(file))
}

/** All source of a room as one text, specs left out. */
function sourceOf(room: string): string {
  return readdirSync(join(SOURCES, room), { recursive: true })
    .map(String)
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".spec.ts"))
    .map((file) => readFileSync(join(SOURCES, room, file), "utf8"))
    .join("\n")
}

describe("the table of the contract in src/gateway/README.md", () => {
  it.each(CONTRACT)("has a row for each entry: $heading", (list) => {
    const named = rows
      .filter(({ heading }) => heading === list.heading)
      .map(({ item }) => item)
    expect(named).toEqual(list.items)
  })

  it("has no table besides these", () => {
    expect([...new Set(rows.map(({ heading }) => heading))]).toEqual(
      CONTRACT.map(({ heading }) => heading)
    )
  })

  it.each(rows)(
    "says what is published, and what does it on both sides: $item",
    (row) => {
      expect(row.published).toMatch(/\w/)
      for (const cell of [row.client, row.sandbox]) {
        expect(cell).toMatch(/\w/)
        expect(cell).not.toMatch(/not (supported|implemented|yet)|n\/a|none/i)
      }
    }
  )

  it.each(rows)("names only what is in the code: $item", (row) => {
    for (const [room, cell] of [
      ["gateway", row.client],
      ["sandbox", row.sandbox],
    ]) {
      for (const [, name] of cell.matchAll(/`([^`]+)`/g)) {
        const isFile = existsSync(join(SOURCES, room, `${name}.ts`))
        expect([name, isFile || sourceOf(room).includes(name)]).toEqual([
          name,
          true,
        ])
      }
    }
  })

  it.each(rows)("names tests that there are: $item", ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0)
    for (const { file, title } of tests) {
      const found = specFile(file)
      expect([file, found !== undefined]).toEqual([file, true])
      expect([...testTitles(found ?? "")]).toContain(title)
    }
  })
})

describe("reading the table", () => {
  const table = (row: string) =>
    `# x\n\n## The contract, row by row\n\n### A\n\n| c | p | c | s | t |\n| - | - | - | - | - |\n${row}\n\n## Contributing\n\n| a |\n`

  it("takes the rows of its own section only", () => {
    expect(
      contractRows(table("| a | p | b | c | `f/g` does it<br>`h` too |"))
    ).toEqual([
      {
        heading: "A",
        item: "a",
        published: "p",
        client: "b",
        sandbox: "c",
        tests: [
          { file: "f/g", title: "does it" },
          { file: "h", title: "too" },
        ],
      },
    ])
  })

  it("knows a row without a test", () => {
    expect(contractRows(table("| a | p | b | c |  |"))[0].tests).toEqual([])
  })

  it.each([
    ["| a | b | c | d |", /4 cells/],
    ["| a | p | b | c | some test |", /names no test/],
  ])("does not accept %s", (row, why) => {
    expect(() => contractRows(table(row))).toThrow(why)
  })

  it("wants the section to be there", () => {
    expect(() => contractRows("# x\n")).toThrow(/no section/)
  })

  it("finds titles, also of tables of cases, and only those of tests", () => {
    const titles = testTitles(__filename)
    expect(titles.has("knows a row without a test")).toBe(true)
    expect(titles.has("does not accept %s")).toBe(true)
    expect(titles.has("reading the table")).toBe(false)
    expect(titles.has("names no test")).toBe(false)
  })
})
