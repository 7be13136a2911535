import fs from "node:fs"
import path from "node:path"
import { readPage } from "../../docs/pages"
import { chooseVersions, oldestOf } from "./choose-versions"
import { versionsCommand } from "./command-line"
import { overrideTrials } from "./overrides"
import {
  type VersionResult,
  allPassed,
  isUnpublished,
  resultTable,
} from "./result-table"

describe("the versions that are tried by default", () => {
  it("are the oldest, the newest patch of each later minor, and the newest snapshot", () => {
    const published = [
      "2.9.0",
      "2.16.3",
      "2.17.0",
      "2.17.2",
      "2.20.1",
      "2.20.10",
      "2.20.9",
      "2.18.0",
      "3.0.0-rc-20261001000000",
      "2.22.0-snapshot-20260911212358",
      "2.19.1-snapshot-20260818122749",
      "2.21.0-preview-20260911072753",
    ]
    expect(chooseVersions(published, "2.17.0")).toEqual([
      "2.17.0",
      "2.18.0",
      "2.20.10",
      "2.22.0-snapshot-20260911212358",
    ])
  })

  it("are the oldest alone where nothing else is published", () => {
    expect(chooseVersions(["2.17.0"], "2.17.0")).toEqual(["2.17.0"])
  })

  it.each([
    ["^2.17.0", "2.17.0"],
    [">=2.19.0 <3", "2.19.0"],
  ])("begin with the lowest version of %s", (range, oldest) => {
    expect(oldestOf(range)).toBe(oldest)
  })

  it("cannot begin where a range names no version", () => {
    expect(() => oldestOf("*")).toThrow('"*" names no version.')
  })
})

describe("the oldest supported version", () => {
  const { peerDependencies }: { peerDependencies: Record<string, string> } =
    JSON.parse(
      fs.readFileSync(path.resolve(__dirname, "../../../package.json"), "utf8")
    )
  const oldest = oldestOf(peerDependencies["@medusajs/medusa"])

  it("is the same for all of Medusa's packages that have its versions", () => {
    for (const name of ["admin-sdk", "framework", "medusa"]) {
      expect(peerDependencies[`@medusajs/${name}`]).toBe(`^${oldest}`)
    }
  })

  it("is the first that the README says was tried", () => {
    const [, section] = readPage("README.md").split("\n## Versions\n")
    const [, first] = section.match(/^- Medusa (\d[\d.]*\d)/m) ?? []
    expect(first).toBe(oldest)
  })
})

describe("the command line", () => {
  it("takes exact versions", () => {
    const versions = "2.20.0, 2.22.0-snapshot-20260911212358"
    expect(versionsCommand.parse(["--medusa", versions])).toEqual({
      versions: ["2.20.0", "2.22.0-snapshot-20260911212358"],
      overrides: false,
    })
    expect(versionsCommand.parse(["--overrides"])).toEqual({
      versions: undefined,
      overrides: true,
    })
  })

  it.each(["latest", "^2.20.0", "2.20", "../2.20.0", "2.20.0,"])(
    "refuses %s",
    (versions) => {
      expect(() => versionsCommand.parse(["--medusa", versions])).toThrow(
        TypeError
      )
    }
  )
})

describe("the packages of later versions", () => {
  it("are tried each alone, and all together", () => {
    const trials = overrideTrials("2.21.2")
    expect(trials.map(({ title }) => title)).toEqual([
      "2.21.2, React 19",
      "2.21.2, bignumber.js 11",
      "2.21.2, Vite 8",
      "2.21.2, newest zod",
      "2.21.2, all",
    ])
    const each = trials.slice(0, -1).map(({ overrides }) => overrides)
    expect(trials.at(-1)?.overrides).toEqual(Object.assign({}, ...each))
    expect(each[1]).toEqual({ "bignumber.js": "^11" })
  })
})

describe("the result", () => {
  const good: VersionResult = {
    version: "2.21.2",
    steps: {
      install: "passed",
      migrate: "passed",
      build: "passed",
      start: "passed",
      "hosted sale": "passed",
      "inline sale": "passed",
      admin: "passed",
    },
  }

  it("is a pass only when every step was reached and passed", () => {
    expect(allPassed(good)).toBe(true)
    const { admin, ...others } = good.steps
    expect(admin).toBe("passed")
    expect(allPassed({ ...good, steps: others })).toBe(false)
    const failed = { ...good.steps, admin: { failure: "It is blank." } }
    expect(allPassed({ ...good, steps: failed })).toBe(false)
  })

  it.each([
    ["npm error code ETARGET\nnpm error notarget No matching version", true],
    ["npm error code E404", true],
    ["npm error code ERESOLVE", false],
  ])("tells what is not published from what fails: %j", (failure, expected) => {
    const result = { version: "2.22.0", steps: { install: { failure } } }
    expect(isUnpublished(result)).toBe(expected)
    expect(isUnpublished(good)).toBe(false)
  })

  it("says what failed and what was not reached", () => {
    const table = resultTable([
      good,
      {
        version: "2.1.0",
        steps: { install: "passed", migrate: { failure: "No such table." } },
      },
    ])
    expect(table).toBe(
      `Medusa  install  migrate  build   start   hosted sale  inline sale  admin
2.21.2  passed   passed   passed  passed  passed       passed       passed
2.1.0   passed   FAILED   -       -       -            -            -

2.1.0, migrate:
No such table.
`
    )
  })
})
