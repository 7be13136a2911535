import { spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"

const repository = path.resolve(__dirname, "../../..")

/** Runs lines of `.ci/run` with commands of the test's own. */
function outputOf(...lines: string[]) {
  const script = [
    "set -uo pipefail",
    "source .ci/steps.sh",
    ...lines,
    "summary",
  ].join("\n")
  const { status, stdout } = spawnSync("bash", ["-c", script], {
    cwd: repository,
    encoding: "utf8",
  })
  return { status, output: stdout.trim().split("\n") }
}

function runSteps(...lines: string[]) {
  const { status, output } = outputOf(...lines)
  return {
    status,
    lastLine: output.at(-1),
    failures: output
      .filter((line) => line.startsWith("Failed: "))
      .map((line) => line.slice("Failed: ".length)),
  }
}

/** A step that prints a count and ends with an exit code. */
function testStep(name: string, count: string, exitCode = 0): string {
  return `tests ${name} bash -c 'echo "${count}"; exit ${exitCode}'`
}

describe(".ci/run", () => {
  it("passes and adds up the counts when every step passes", () => {
    expect(
      runSteps(
        "step lint true",
        testStep("test", "12 passed, 0 failed, 0 skipped"),
        testStep("package", "3 passed, 0 failed, 0 skipped")
      )
    ).toEqual({
      status: 0,
      lastLine: "15 passed, 0 failed, 0 skipped",
      failures: [],
    })
  })

  it("fails when a step prints failed tests, even with exit code 0", () => {
    expect(
      runSteps(testStep("test", "12 passed, 2 failed, 0 skipped"))
    ).toEqual({
      status: 1,
      lastLine: "12 passed, 2 failed, 0 skipped",
      failures: ["test: 2 failed"],
    })
  })

  it("fails when a step passed no test, even if another did", () => {
    expect(
      runSteps(
        testStep("test", "12 passed, 0 failed, 0 skipped"),
        testStep("package", "0 passed, 0 failed, 0 skipped")
      )
    ).toEqual({
      status: 1,
      lastLine: "12 passed, 1 failed, 0 skipped",
      failures: ["package: no test passed"],
    })
  })

  it("fails when no step ran a test", () => {
    expect(runSteps("step lint true")).toEqual({
      status: 1,
      lastLine: "0 passed, 1 failed, 0 skipped",
      failures: ["no test passed"],
    })
  })

  it("fails when tests were skipped in a complete run", () => {
    const step = testStep("test", "12 passed, 0 failed, 4 skipped")
    expect(runSteps(step)).toEqual({
      status: 1,
      lastLine: "12 passed, 1 failed, 4 skipped",
      failures: ["test: 4 skipped"],
    })
    expect(runSteps("complete=no", step)).toEqual({
      status: 0,
      lastLine: "12 passed, 0 failed, 4 skipped",
      failures: [],
    })
  })

  it("fails when a step ends with an error or without a count", () => {
    expect(
      runSteps(
        testStep("test", "12 passed, 0 failed, 0 skipped", 1),
        testStep("package", "all is well")
      )
    ).toEqual({
      status: 1,
      lastLine: "12 passed, 2 failed, 0 skipped",
      failures: ["test", "package: printed no count of its tests"],
    })
  })

  it("fails when a step without tests fails", () => {
    expect(
      runSteps(
        "step lint false",
        testStep("test", "12 passed, 0 failed, 0 skipped")
      )
    ).toEqual({
      status: 1,
      lastLine: "12 passed, 1 failed, 0 skipped",
      failures: ["lint"],
    })
  })

  it("runs steps beside others, and fails with any of them", () => {
    const lines = [
      "begin lint sleep 1",
      "begin types false",
      testStep("test", "12 passed, 0 failed, 0 skipped"),
      "finish types",
      "finish lint",
    ]
    expect(runSteps(...lines)).toEqual({
      status: 1,
      lastLine: "12 passed, 1 failed, 0 skipped",
      failures: ["types"],
    })
  })

  it("adds up the counts of steps beside others", () => {
    const inTheBackground = testStep(
      "package",
      "3 passed, 1 failed, 0 skipped"
    ).replace("tests", "begin")
    expect(
      runSteps(
        inTheBackground,
        testStep("test", "12 passed, 0 failed, 0 skipped"),
        "finish_tests package"
      )
    ).toEqual({
      status: 1,
      lastLine: "15 passed, 1 failed, 0 skipped",
      failures: ["package: 1 failed"],
    })
  })

  it("names flaky spec files before the count, and passes", () => {
    const step =
      "tests test printf 'flaky: a.spec.ts\\n3 passed, 0 failed, 0 skipped\\n'"
    const { status, output } = outputOf(step)
    expect(status).toBe(0)
    expect(output.slice(-2)).toEqual([
      "flaky: a.spec.ts",
      "3 passed, 0 failed, 0 skipped",
    ])
  })

  it("counts nothing of tests that are left out, and says why", () => {
    const step =
      "tests starters bash -c 'echo output; echo left out: no folder'"
    const passing = testStep("test", "12 passed, 0 failed, 0 skipped")
    expect(runSteps(passing, step)).toEqual({
      status: 0,
      lastLine: "12 passed, 0 failed, 0 skipped",
      failures: [],
    })
    const failing = "tests starters bash -c 'echo left out: no folder; exit 1'"
    expect(runSteps(passing, failing)).toMatchObject({ status: 1 })
  })
})

describe(".ci/test-starters", () => {
  let folder: string

  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "ci-starters-"))
  })

  afterEach(() => fs.rmSync(folder, { recursive: true }))

  /** Runs it with a command of the test's own in the place of npm. */
  function testStarters(
    npm: string,
    {
      archives = folder,
      limit = 60,
    }: { archives?: string; limit?: number } = {}
  ) {
    fs.writeFileSync(path.join(folder, "npm"), `#!/bin/bash\n${npm}\n`, {
      mode: 0o755,
    })
    const { status, stdout } = spawnSync(
      path.join(repository, ".ci/test-starters"),
      [archives, String(limit)],
      {
        encoding: "utf8",
        env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
      }
    )
    return { status, lastLine: stdout.trim().split("\n").at(-1) }
  }

  it("runs the tests with the folder, and has their result", () => {
    const npm = 'echo "$STARTERS_DIR $*"; exit 3'
    expect(testStarters(npm)).toEqual({
      status: 3,
      lastLine: `${folder} run test:starters`,
    })
  })

  it("leaves them out without the folder", () => {
    const archives = path.join(folder, "missing")
    expect(testStarters("exit 1", { archives })).toEqual({
      status: 0,
      lastLine: `left out: there is no folder ${archives}`,
    })
  })

  it("leaves them out when the packages are not installed in time", () => {
    expect(testStarters("sleep 60", { limit: 1 })).toEqual({
      status: 0,
      lastLine:
        "left out: the packages of Medusa's starters were not installed in 1 s",
    })
  })

  it("ends tests that hang, and fails", () => {
    const npm = "echo 'The starters are installed.'; sleep 60"
    expect(testStarters(npm, { limit: 1 })).toEqual({
      status: 124,
      lastLine: "The starters are installed.",
    })
  })
})
