import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { readPage } from "./pages"
import { reportRow } from "./report"

const page = `# A page

| run      | payments |
| -------- | -------- |
| campaign | 12       |

After it.
`

describe("a row that a run writes", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "report-"))
  const file = path.join(folder, "page.md")
  afterAll(() => fs.rmSync(folder, { recursive: true }))
  beforeEach(() => fs.writeFileSync(file, page))

  it("replaces the one of the same run, and changes nothing else", async () => {
    await reportRow(file, "run", ["campaign", 27])
    expect(fs.readFileSync(file, "utf8")).toBe(
      page.replace("| 12       |", "| 27       |")
    )
  })

  it("comes last where the run has none", async () => {
    await reportRow(file, "run", ["campaign, over Redis", 15])
    const text = fs.readFileSync(file, "utf8")
    expect(text.match(/^\| campaign.*$/gm)).toEqual([
      "| campaign             | 12       |",
      "| campaign, over Redis | 15       |",
    ])
    expect(text.endsWith(" |\n\nAfter it.\n")).toBe(true)
  })

  it("needs its table", async () => {
    await expect(reportRow(file, "Medusa", ["2.21.2"])).rejects.toThrow(
      'has no table of "Medusa".'
    )
    expect(fs.readFileSync(file, "utf8")).toBe(page)
  })
})

it.each(["run", "Medusa"])("the README has a table of each %s", (head) => {
  expect(readPage("README.md")).toMatch(new RegExp(`^\\| ${head} +\\|`, "m"))
})
