import { spawn } from "node:child_process"
import fs from "node:fs"
import path from "node:path"

import type { KillingTests } from "./mutant"

/** `couldNotStart`: what goes before it took too long, as on a busy machine. */
export type TestResult = {
  title: string
  passed: boolean
  couldNotStart: boolean
}

/** `brokenSuites` could not be run at all: their source does not even load. */
export type SpecsResult = {
  tests: TestResult[]
  brokenSuites: string[]
  timedOut: boolean
  output: string
}

/** For each spec file. */
const timeLimitMs = 10 * 60_000

/** Starting Medusa takes minutes where other things run on the machine too. */
const testTimeoutMs = 5 * 60_000

/** Runs tests in a copy of the repository. */
export async function runSpecs(
  folder: string,
  tests: readonly KillingTests[],
  environment: Record<string, string>
): Promise<SpecsResult> {
  const report = path.join(folder, "mutant-report.json")
  fs.rmSync(report, { force: true })
  const { output, timedOut } = await runJest(folder, report, tests, environment)
  if (!fs.existsSync(report)) {
    return { tests: [], brokenSuites: ["Jest"], timedOut, output }
  }
  const { testResults } = JSON.parse(
    fs.readFileSync(report, "utf8")
  ) as JestReport
  return {
    tests: testResults.flatMap(({ assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === "passed" || status === "failed")
        .map(({ fullName, status, failureMessages }) => ({
          title: fullName,
          passed: status === "passed",
          couldNotStart: failureMessages.some((message) =>
            /Exceeded timeout of \d+ ms for a hook/.test(message)
          ),
        }))
    ),
    brokenSuites: testResults
      .filter(
        ({ status, assertionResults }) =>
          status === "failed" && assertionResults.length === 0
      )
      .map(({ name }) => name),
    timedOut,
    output,
  }
}

/** What is read of `jest --json`. */
type JestReport = {
  testResults: {
    name: string
    status: string
    assertionResults: {
      fullName: string
      status: string
      failureMessages: string[]
    }[]
  }[]
}

async function runJest(
  folder: string,
  report: string,
  tests: readonly KillingTests[],
  environment: Record<string, string>
): Promise<{ output: string; timedOut: boolean }> {
  const specs = unique(tests.map(({ spec }) => spec))
  const jest = spawn(
    process.execPath,
    [
      "node_modules/jest/bin/jest.js",
      ...["--maxWorkers", "1", "--ci"],
      ...["--selectProjects", "integration", "checks"],
      ...["--json", "--outputFile", report, "--reporters", "default"],
      ...["--testTimeout", String(testTimeoutMs)],
      ...["--testNamePattern", anyOf(tests.map(({ title }) => title))],
      ...["--runTestsByPath", ...specs],
    ],
    {
      cwd: folder,
      env: { ...process.env, ...environment },
      // A group of its own, so that its workers end with it.
      detached: true,
      stdio: ["ignore", "ignore", "pipe"],
    }
  )
  let output = ""
  jest.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()))
  let timedOut = false
  const limit = setTimeout(() => {
    timedOut = true
    if (jest.pid !== undefined) process.kill(-jest.pid, "SIGKILL")
  }, timeLimitMs * specs.length)
  await new Promise((resolve) => jest.once("close", resolve))
  clearTimeout(limit)
  return { output, timedOut }
}

function anyOf(titles: readonly string[]): string {
  return unique(titles)
    .map((title) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("|")
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)]
}
