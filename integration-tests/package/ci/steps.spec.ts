import { spawnSync } from "node:child_process"
import path from "node:path"

const repository = path.resolve(__dirname, "../../..")

/** Runs lines of `.ci/run` with commands of the test's own. */
function runSteps(...lines: string[]) {
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
  const output = stdout.trim().split("\n")
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
})
