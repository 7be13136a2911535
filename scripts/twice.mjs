#!/usr/bin/env node
// scripts/twice.mjs COMMAND...: runs a command that runs Jest. A spec file that fails
// runs once more, alone; one that passes then does not fail the command, and a
// line "flaky: FILE" names it. The last line counts all tests.
import { spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"

/** With more of them something is wrong that no second run puts right. */
const MOST_FILES = 3

const command = process.argv.slice(2)
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "twice-"))
process.once("exit", () => fs.rmSync(folder, { recursive: true }))

const first = run([])
if (!first.report) process.exit(first.status || 1)
const { passed, failed, skipped, failedFiles } = first.report
const total = { passed, failed, skipped }
const flaky = []
for (const file of failedFiles.length > MOST_FILES ? [] : failedFiles) {
  console.log(`== once more, alone: ${file.path}`)
  const { status, report } = run(["--runTestsByPath", file.path])
  if (status !== 0 || !report?.passed) continue
  flaky.push(file.path)
  for (const kind of Object.keys(total)) {
    total[kind] += report[kind] - file[kind]
  }
}
for (const file of flaky) console.log(`flaky: ${file}`)
console.log(
  `${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`
)
const isFlakyOnly = flaky.length > 0 && flaky.length === failedFiles.length
process.exit(isFlakyOnly ? 0 : first.status)

function run(options) {
  const reportFile = path.join(folder, "report.json")
  fs.rmSync(reportFile, { force: true })
  const { status } = spawnSync(command[0], [...command.slice(1), ...options], {
    stdio: "inherit",
    env: { ...process.env, TEST_REPORT: reportFile },
  })
  const report = fs.existsSync(reportFile)
    ? JSON.parse(fs.readFileSync(reportFile, "utf8"))
    : undefined
  return { status: status ?? 1, report }
}
