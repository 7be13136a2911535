import { execFileSync, spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"

import { defineCommand, runMain } from "../support/command"
import { startPostgres } from "../support/postgres"
import { type Mutant, mutants } from "./list"

const repository = path.resolve(__dirname, "../..")

/** Starting Medusa takes minutes where other things run on the machine too. */
const TEST_LIMIT_MS = 5 * 60_000
const SPEC_LIMIT_MS = 10 * 60_000

const command = defineCommand({
  name: "test:mutants",
  about:
    "Puts faults into the source, one after the other, and expects a test to fail: those of a list, then all of Stryker's in the pure rules.",
  options: {
    list: { type: "boolean", about: "only the list" },
    pure: { type: "boolean", about: "only the pure rules, by Stryker" },
    only: {
      type: "string",
      value: "<text>",
      about: "of the list, those with the text in their name or file",
    },
  },
  results:
    "Prints a line for each mutant of the list, and Stryker's report. The exit code is 0 when all of the list are killed and the score is high enough. Changes a copy of the source alone.",
  choose: ({ list, pure, only = "" }) => {
    const chosen = mutants.filter(({ name, file }) =>
      `${file} ${name}`.includes(only)
    )
    if (chosen.length === 0) throw new Error(`--only: no mutant has "${only}"`)
    return { chosen: pure ? [] : chosen, withStryker: !list && only === "" }
  },
})

void runMain(command, async ({ chosen, withStryker }) => {
  const left = await runList(chosen)
  if (!withStryker) return left
  // The score, and the least one, are in Stryker's own report and configuration.
  const { status } = spawnSync(
    "npx",
    ["stryker", "run", "integration-tests/mutants/stryker.config.mjs"],
    { cwd: repository, stdio: "inherit" }
  )
  return left || (status ?? 1)
})

/** Runs each in a copy of the work tree; 1 if one was not killed, else 0. */
async function runList(chosen: readonly Mutant[]): Promise<number> {
  // Jest and Medusa compare real paths.
  const temporary = fs.realpathSync(os.tmpdir())
  const copy = fs.mkdtempSync(path.join(temporary, "mutants-"))
  const postgres = await startPostgres()
  try {
    const files = execFileSync(
      "git",
      ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
      { cwd: repository, encoding: "utf8" }
    )
    for (const file of files.split("\0")) {
      const from = path.join(repository, file)
      if (file && fs.existsSync(from)) fs.cpSync(from, path.join(copy, file))
    }
    fs.symlinkSync(
      path.join(repository, "node_modules"),
      path.join(copy, "node_modules")
    )
    const environment = {
      ...postgres.environment,
      // The specs of all mutants share one migrated template.
      TEST_POSTGRES_IS_OURS: "true",
    }
    let left = 0
    for (const mutant of chosen) {
      const verdict = judge(copy, mutant, environment)
      if (verdict !== "killed") left = 1
      console.log(`${verdict.padEnd(8)}  ${mutant.file}: ${mutant.name}`)
    }
    return left
  } finally {
    await postgres.stop()
    fs.rmSync(copy, { recursive: true, force: true })
  }
}

/** Its test must pass without the mutant, and fail with it. */
function judge(
  copy: string,
  mutant: Mutant,
  environment: Record<string, string>
): "killed" | "survived" | "broken" {
  const file = path.join(copy, mutant.file)
  const source = fs.readFileSync(file, "utf8")
  if (runTest(copy, mutant, environment) !== "passed") return "broken"
  fs.writeFileSync(file, applyMutant(source, mutant))
  const result = runTest(copy, mutant, environment)
  fs.writeFileSync(file, source)
  if (result === "passed") return "survived"
  return result === "failed" ? "killed" : "broken"
}

/** `broken`: no test has that title, none could start, or the source does not load. */
function runTest(
  folder: string,
  { spec, title }: Mutant,
  environment: Record<string, string>
): "passed" | "failed" | "broken" {
  const report = path.join(folder, "mutant-report.json")
  fs.rmSync(report, { force: true })
  const pattern = title.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")
  const { signal } = spawnSync(
    process.execPath,
    [
      "node_modules/jest/bin/jest.js",
      ...["--runInBand", "--forceExit", "--ci"],
      ...["--selectProjects", "integration", "checks"],
      ...["--json", "--outputFile", report],
      ...["--testTimeout", String(TEST_LIMIT_MS)],
      ...["--testNamePattern", pattern, "--runTestsByPath", spec],
    ],
    {
      cwd: folder,
      env: { ...process.env, ...environment },
      stdio: "ignore",
      timeout: SPEC_LIMIT_MS,
      killSignal: "SIGKILL",
    }
  )
  // A test that hangs notices the fault too.
  if (signal) return "failed"
  if (!fs.existsSync(report)) return "broken"
  type Test = { status: string; failureMessages: string[] }
  const { testResults }: { testResults: { assertionResults: Test[] }[] } =
    JSON.parse(fs.readFileSync(report, "utf8"))
  const tests = testResults.flatMap((each) => each.assertionResults)
  const failed = tests.filter(({ status }) => status === "failed")
  const couldNotStart = failed.every(({ failureMessages }) =>
    failureMessages.some((each) => /ms for a hook/.test(each))
  )
  if (failed.length > 0) return couldNotStart ? "broken" : "failed"
  return tests.some(({ status }) => status === "passed") ? "passed" : "broken"
}

/**
 * The source of a mutant. White space does not matter, so that it still applies
 * after the source was formatted.
 *
 * @throws Error where it does not apply exactly once.
 */
function applyMutant(
  source: string,
  { name, file, search, replace }: Mutant
): string {
  const letters = [...search.replace(/\s/g, "")].map((each) =>
    each.replace(/\W/, "\\$&")
  )
  const pattern = new RegExp(letters.join("\\s*"), "g")
  const places = [...source.matchAll(pattern)]
  if (places.length !== 1) {
    throw new Error(
      `The mutant "${name}" does not apply: its text occurs ${places.length} times in ${file}.`
    )
  }
  return source.replace(pattern, () => replace)
}
