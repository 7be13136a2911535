import { readFileSync } from "node:fs"
import path from "node:path"

import manifest from "../../package.json"
import { changelogFaults } from "./changelog"

const changelog = readFileSync(
  path.resolve(__dirname, "../../CHANGELOG.md"),
  "utf8"
)

const good = `# Changelog

The format is [Keep a Changelog](https://keepachangelog.com/en/1.1.0/); versions follow
[Semantic Versioning](https://semver.org/spec/v2.0.0.html).

## [Unreleased]

### Added

- One.
- Two, which is
  longer.

## [0.10.0] - 2026-12-02

### Changed

- Three.

### Fixed

- Four.

## [0.9.0] - 2026-12-01 [YANKED]

### Security

- Five.

[Unreleased]: https://git.example/compare/v0.10.0...HEAD
[0.10.0]: https://git.example/compare/v0.9.0...v0.10.0
[0.9.0]: https://git.example/releases/v0.9.0
`

const released = { version: "0.10.0", repository: "https://git.example" }

describe("the changelog", () => {
  it("follows Keep a Changelog 1.1.0", () => {
    expect(changelogFaults(changelog, manifest)).toEqual([])
  })

  it("is read as it is meant", () => {
    expect(changelogFaults(good, released)).toEqual([])
  })

  it.each([
    ["# Changelog\n", "# Changes\n", "It has no title."],
    ["en/1.1.0/", "en/1.0.0/", "It does not name https://keepachangelog.com"],
    ["## [Unreleased]", "## Unreleased", "It does not begin with"],
    ["- 2026-12-02", "", `"[0.10.0] " is no version with a date.`],
    ["## [0.10.0]", "## [0.8.0]", "The newest release is not 0.10.0."],
    ["## [0.9.0]", "## [0.11.0]", "The newest release is not first."],
    ["### Security\n\n- Five.\n", "", "0.9.0 has no changes."],
    ["### Added", "### New", `"New" of Unreleased is no kind.`],
    ["### Fixed", "### Changed", "0.10.0 has a kind of changes twice."],
    ["### Changed", "### Security", "The kinds of 0.10.0 are not in"],
    ["- One.\n", "- One.\n\n", `"Added" of Unreleased is not one list.`],
    ["- Three.", "Three.", `"Changed" of 0.10.0 is not one list.`],
    ["[0.9.0]: ", "[0.9.1]: ", "It links Unreleased,0.10.0,0.9.1 at its end"],
  ])("is at fault with %p as %p", (right, wrong, sentence) => {
    const text = good.replace(right, wrong)
    expect(text).not.toBe(good)
    expect(changelogFaults(text, released).join(" ")).toContain(sentence)
  })

  it("links nothing as long as there is no public address", () => {
    expect(changelogFaults(good, { version: "0.10.0" })).toEqual([
      "It links Unreleased,0.10.0,0.9.0 at its end, not nothing.",
    ])
  })
})
