import { spawnSync } from "node:child_process"
import path from "node:path"

import { defineCommand, runMain } from "../support/command"
import { startPostgres } from "../support/postgres"
import { mutants } from "./list"
import { applyMutant, type KillingTests, type Mutant } from "./mutant"
import { runSpecs } from "./run-specs"
import { ScratchCopy } from "./scratch-copy"

type Verdict = "killed" | "survived" | "broken"

const mutantsCommand = defineCommand({
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
  choose: ({ list, pure, only }) => {
    if (pure && (list || only !== undefined)) {
      throw new Error("--pure goes with neither --list nor --only")
    }
    const chosen = mutants.filter(
      ({ name, file }) => only === undefined || `${file} ${name}`.includes(only)
    )
    if (chosen.length === 0) throw new Error(`--only: no mutant has "${only}"`)
    return {
      listed: pure ? [] : chosen,
      withStryker: !list && only === undefined,
    }
  },
})

async function runList(chosen: readonly Mutant[]): Promise<string[]> {
  const copy = ScratchCopy.make()
  const postgres = await startPostgres()
  try {
    const environment = {
      ...postgres.environment,
      // The specs of all mutants share one migrated template.
      TEST_POSTGRES_IS_OURS: "true",
      MEDUSA_DISABLE_TELEMETRY: "true",
      LOG_LEVEL: "error",
    }
    const unmutated = await checkUnmutated(copy, chosen, environment)
    if (unmutated.length > 0) return unmutated
    const verdicts: Verdict[] = []
    for (const mutant of chosen) {
      const began = Date.now()
      const verdict = await runMutant(copy, mutant, environment)
      verdicts.push(verdict)
      const seconds = Math.round((Date.now() - began) / 1_000)
      console.log(
        `${verdict.padEnd(8)} ${String(seconds).padStart(4)} s  ${mutant.file}: ${mutant.name}`
      )
    }
    const killed = verdicts.filter((verdict) => verdict === "killed").length
    console.log(`${killed} of ${chosen.length} mutants of the list killed`)
    const left = chosen.length - killed
    return left > 0 ? [`${left} mutants of the list were not killed`] : []
  } finally {
    await postgres.stop()
    copy.remove()
  }
}

/** Without a mutant every test that is to fail must run and pass. */
async function checkUnmutated(
  copy: ScratchCopy,
  chosen: readonly Mutant[],
  environment: Record<string, string>
): Promise<string[]> {
  const wanted = chosen.map(({ killedBy }) => killedBy)
  const result = await runSpecs(copy.folder, wanted, environment)
  const faults = [
    ...result.tests
      .filter(({ passed }) => !passed)
      .map(({ title }) => `without a mutant: ${title}`),
    ...result.brokenSuites.map((name) => `cannot run: ${name}`),
    ...(result.timedOut ? ["the specs took too long"] : []),
    ...missing(wanted, result.tests).map((title) => `no such test: ${title}`),
  ]
  if (faults.length > 0) console.log(result.output)
  return faults
}

function missing(
  wanted: readonly KillingTests[],
  ran: readonly { title: string }[]
): string[] {
  return wanted
    .map(({ title }) => title)
    .filter((title) => !ran.some((each) => each.title.includes(title)))
}

async function runMutant(
  copy: ScratchCopy,
  mutant: Mutant,
  environment: Record<string, string>
): Promise<Verdict> {
  const source = copy.read(mutant.file)
  copy.write(mutant.file, applyMutant(source, mutant))
  try {
    const { killedBy } = mutant
    const result = await runSpecs(copy.folder, [killedBy], environment)
    if (result.timedOut) return "killed"
    if (result.brokenSuites.length > 0) return "broken"
    const failed = result.tests.filter(
      ({ passed, title }) => !passed && title.includes(killedBy.title)
    )
    if (failed.length === 0) return "survived"
    return failed.every(({ couldNotStart }) => couldNotStart)
      ? "broken"
      : "killed"
  } finally {
    copy.write(mutant.file, source)
  }
}

/** The score, and the least one, are in Stryker's own report and configuration. */
function runStryker(): string[] {
  const { status } = spawnSync(
    "npx",
    ["stryker", "run", "integration-tests/mutants/stryker.config.mjs"],
    { cwd: path.resolve(__dirname, "../.."), stdio: "inherit" }
  )
  return status === 0 ? [] : ["the mutation score of the pure rules"]
}

void runMain(mutantsCommand, async ({ listed, withStryker }) => {
  const failures: string[] = []
  if (listed.length > 0) {
    failures.push(...(await runList(listed)))
  }
  if (withStryker) failures.push(...runStryker())
  for (const failure of failures) console.log(`Failed: ${failure}`)
  return failures.length === 0 ? 0 : 1
})
