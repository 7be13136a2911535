import { readFileSync } from "node:fs"
import path from "node:path"

import manifest from "../../package.json"

const text = readFileSync(path.resolve(__dirname, "../../CHANGELOG.md"), "utf8")
const [head, ...versions] = text.split(/^## /m)

/** The kinds of changes of Keep a Changelog 1.1.0, in its order. */
const KINDS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]

describe("the changelog", () => {
  it("names what it follows, and begins with what is not released", () => {
    expect(head).toMatch(/^# Changelog\n/)
    expect(head).toContain("https://keepachangelog.com/en/1.1.0/")
    expect(head).toContain("https://semver.org/spec/v2.0.0.html")
    expect(versions[0]).toMatch(/^\[Unreleased\]\n/)
  })

  it("has each release with its date, this version first", () => {
    for (const [at, release] of versions.slice(1).entries()) {
      expect(release).toMatch(/^\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d\n/)
      if (at === 0) expect(release).toContain(`[${manifest.version}]`)
    }
  })

  it.each(
    versions.map((version) => [version.split("\n")[0], version] as const)
  )("has one list for each kind of change: %s", (_, version) => {
    const sections = version.split(/^### /m).slice(1)
    const kinds = sections.map((section) => section.split("\n")[0])
    expect(kinds).toEqual(KINDS.filter((kind) => kinds.includes(kind)))
    for (const section of sections) {
      expect(section).toMatch(/^\w+\n\n(?:(?:- | {2})\S.*\n)+\n?$/)
    }
  })
})
