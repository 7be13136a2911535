/** The campaign as a command: `npm run test:chaos`. */
import { createRequire } from "node:module"
import { runMain } from "../support/command"
import { findProgram } from "../support/programs"
import { type ChosenCampaign, chaosCommand } from "./command-line"
import { describeResult } from "./describe-result"

/** For what loads Medusa, which takes seconds: not for --help. */
const load = createRequire(__filename)

async function playCampaign({
  instances,
  verbose,
  ...size
}: ChosenCampaign): Promise<number> {
  const { runCampaign } = load(
    "./run-campaign"
  ) as typeof import("./run-campaign")
  const redisProgram = instances ? findProgram("redis-server") : undefined
  if (redisProgram === null) {
    throw new Error("--instances needs redis-server, which is not there.")
  }
  process.stdout.write(`seed ${size.seed}\n`)
  const result = await runCampaign({
    ...size,
    redisProgram,
    tell: (sentence) => process.stderr.write(`${sentence} ...\n`),
    onOutput: (text) => {
      if (verbose) process.stderr.write(text)
    },
  })
  process.stdout.write(describeResult(result))
  const { violations, figures } = result.report
  // What is counted is the money: each confirmed payment is one test.
  const failed = violations.length + result.unlikely.length
  const passed = Math.max(0, figures.confirmed - failed)
  process.stdout.write(`${passed} passed, ${failed} failed, 0 skipped\n`)
  return failed === 0 ? 0 : 1
}

void runMain(chaosCommand, (chosen) =>
  playCampaign(chosen).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    process.stderr.write(`The campaign could not be played: ${why}\n`)
    process.stdout.write("0 passed, 1 failed, 0 skipped\n")
    // Buyers who still try again keep it from ending by itself.
    process.exit(1)
  })
)
