import { spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"

const repository = path.resolve(__dirname, "../../..")

/** What the reporter writes of a run of Jest. */
type Report = Record<"passed" | "failed" | "skipped", number>
type FirstReport = Report & { failedFiles: (Report & { path: string })[] }

describe(".ci/twice.mjs", () => {
  let folder: string

  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "ci-twice-"))
  })
  afterEach(() => fs.rmSync(folder, { recursive: true }))

  /** Runs it with a command that reports `first`, and `alone` of a file by itself. */
  function twice(
    first: FirstReport | null,
    alone: Record<string, Report> = {}
  ) {
    const command = path.join(folder, "command.js")
    fs.writeFileSync(
      command,
      `const { appendFileSync, writeFileSync } = require("node:fs")
       const [option, file] = process.argv.slice(2)
       appendFileSync(${JSON.stringify(path.join(folder, "runs"))}, (file ?? "all") + "\\n")
       const reports = ${JSON.stringify(alone)}
       const report = option === "--runTestsByPath" ? reports[file] : ${JSON.stringify(first)}
       if (report) writeFileSync(process.env.TEST_REPORT, JSON.stringify(report))
       process.exit(report?.failed === 0 ? 0 : 1)`
    )
    const { status, stdout } = spawnSync(
      path.join(repository, ".ci/twice.mjs"),
      [process.execPath, command],
      { encoding: "utf8" }
    )
    const runs = fs.readFileSync(path.join(folder, "runs"), "utf8")
    return {
      status,
      runs: runs.trim().split("\n"),
      output: stdout
        .trim()
        .split("\n")
        .filter((line) => !line.startsWith("==")),
    }
  }

  const report = (passed: number, failed = 0, skipped = 0): Report => ({
    passed,
    failed,
    skipped,
  })
  const failing = (file: string, passed: number, failed: number) => ({
    path: file,
    ...report(passed, failed),
  })

  it("runs once where nothing fails", () => {
    expect(twice({ ...report(12, 0, 1), failedFiles: [] })).toEqual({
      status: 0,
      runs: ["all"],
      output: ["12 passed, 0 failed, 1 skipped"],
    })
  })

  it("passes and names a spec file that passes when it runs again, alone", () => {
    const first = {
      ...report(10, 2),
      failedFiles: [failing("a.spec.ts", 3, 2)],
    }
    expect(twice(first, { "a.spec.ts": report(5) })).toEqual({
      status: 0,
      runs: ["all", "a.spec.ts"],
      output: ["flaky: a.spec.ts", "12 passed, 0 failed, 0 skipped"],
    })
  })

  it("counts a spec file that could not run at first by what it holds", () => {
    const first = {
      ...report(10, 1),
      failedFiles: [failing("a.spec.ts", 0, 1)],
    }
    expect(twice(first, { "a.spec.ts": report(4) }).output).toEqual([
      "flaky: a.spec.ts",
      "14 passed, 0 failed, 0 skipped",
    ])
  })

  it("fails where a spec file fails again, or passes nothing", () => {
    const first = {
      ...report(10, 2),
      failedFiles: [failing("a.spec.ts", 3, 1), failing("b.spec.ts", 3, 1)],
    }
    const alone = { "a.spec.ts": report(4), "b.spec.ts": report(3, 1) }
    expect(twice(first, alone)).toEqual({
      status: 1,
      runs: ["all", "a.spec.ts", "b.spec.ts"],
      output: ["flaky: a.spec.ts", "11 passed, 1 failed, 0 skipped"],
    })
    expect(twice(first, { ...alone, "b.spec.ts": report(0) })).toMatchObject({
      status: 1,
    })
  })

  it("repeats nothing where many files fail", () => {
    const files = ["a", "b", "c", "d"].map((name) => failing(name, 0, 1))
    expect(twice({ ...report(10, 4), failedFiles: files })).toEqual({
      status: 1,
      runs: ["all"],
      output: ["10 passed, 4 failed, 0 skipped"],
    })
  })

  it("fails with a command that fails outside its tests, or reports nothing", () => {
    expect(twice(null).status).toBe(1)
  })
})
