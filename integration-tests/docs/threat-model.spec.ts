import { existsSync, readFileSync } from "node:fs"
import path from "node:path"

const repository = path.resolve(__dirname, "../..")
const page = readFileSync(path.join(repository, ".github/SECURITY.md"), "utf8")

/** The rows of the page's tables, without their heads. */
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (can|cannot|-+) /.test(line))

const named = [...page.matchAll(/`((?:src|integration-tests)\/[^`]+)`/g)].map(
  ([, file]) => file
)

describe("the threat model in SECURITY.md", () => {
  it("has a test for each line", () => {
    expect(rows.length).toBeGreaterThan(15)
    expect(
      rows.filter(
        (row) => !/(\.spec|-suite)\.ts` \|$/.test(row.replace(/ +\|$/, " |"))
      )
    ).toEqual([])
  })

  it.each([...new Set(named)])("names a test that is there: %s", (file) => {
    expect(existsSync(path.join(repository, file))).toBe(true)
    expect(readFileSync(path.join(repository, file), "utf8")).toMatch(
      /\bit(\.each)?\b/
    )
  })
})
