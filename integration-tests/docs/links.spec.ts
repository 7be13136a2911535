import { existsSync, statSync } from "node:fs"
import path from "node:path"
import { pages, readPage, root } from "./pages"
import { HELP_SECTIONS } from "../../src/admin/lib/help"
import { ATTENTION_REASONS } from "../../src/modules/crypto-payment/column-values"

/** The anchors of a page's headings, as GitHub makes them. */
function anchors(page: string): string[] {
  const seen = new Map<string, number>()
  const text = readPage(page).replace(/^```[\s\S]*?^```$/gm, "")
  return [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => {
    const anchor = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
      .replaceAll(" ", "-")
    const count = seen.get(anchor) ?? 0
    seen.set(anchor, count + 1)
    return count === 0 ? anchor : `${anchor}-${count}`
  })
}

function links(page: string): string[] {
  const text = readPage(page)
    .replace(/^```[\s\S]*?^```$/gm, "")
    .replace(/`[^`\n]*`/g, "")
  return [
    ...[...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target),
    ...[...text.matchAll(/(?:src|srcset|href)="([^"]+)"/g)].map(([, to]) => to),
  ]
}

function fault(page: string, link: string): string | undefined {
  if (/^https:\/\//.test(link)) return undefined
  const [file, anchor] = link.split("#")
  const target = file ? path.join(path.dirname(page), file) : page
  const place = path.join(root, target)
  if (!existsSync(place)) return `${link}: no such file`
  if (anchor === undefined) return undefined
  const readable = statSync(place).isDirectory()
    ? path.join(target, "README.md")
    : target
  return anchors(readable).includes(anchor)
    ? undefined
    : `${link}: no such heading`
}

describe("the links of the documentation", () => {
  it.each([
    ...pages,
    "CHANGELOG.md",
    ".github/CONTRIBUTING.md",
    ".github/SECURITY.md",
  ])("lead to files and headings that exist, in %s", (page) => {
    expect(links(page).flatMap((link) => fault(page, link) ?? [])).toEqual([])
  })

  it.each(pages.slice(1))("reach %s from the root README", (page) => {
    expect(links("README.md").map((link) => link.split("#")[0])).toContain(page)
  })

  it.each(Object.entries(HELP_SECTIONS))(
    "lead from the admin to a section about %s: %s",
    (_, section) => {
      const [page, anchor] = section.split("#")
      expect(pages).toContain(page)
      expect(anchors(page)).toContain(anchor)
    }
  )

  it("lead from the admin to a section about each attention reason", () => {
    expect(Object.keys(HELP_SECTIONS)).toEqual(
      expect.arrayContaining([...ATTENTION_REASONS])
    )
  })
})

describe("the threat model in SECURITY.md", () => {
  const page = readPage(".github/SECURITY.md")

  it("has a test for each line of its tables", () => {
    const rows = page
      .split("\n")
      .filter((line) => /^\| (?!(can|cannot|-+) )/.test(line))
    expect(rows.length).toBeGreaterThan(15)
    expect(
      rows.filter((row) => !/(\.spec|-suite)\.ts` +\|$/.test(row))
    ).toEqual([])
  })

  const named = page.matchAll(/`((?:src|integration-tests)\/[^`]+)`/g)

  it.each([...new Set([...named].map(([, file]) => file))])(
    "names a test that is there: %s",
    (file) => expect(readPage(file)).toMatch(/\bit(\.each)?\b/)
  )
})
