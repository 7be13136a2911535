/** The campaign as a command: `npm run test:chaos`. */
import { findProgram } from "../support/programs"
import { HELP, parseCommandLine } from "./command-line"
import { describeResult } from "./describe-result"
import { runCampaign } from "./run-campaign"

async function main(): Promise<number> {
  const wanted = parseCommandLine(process.argv.slice(2))
  if (wanted === "help") {
    process.stdout.write(HELP)
    return 0
  }
  const { instances, verbose, ...size } = wanted
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

main().then(
  (exitCode) => {
    process.exitCode = exitCode
  },
  (error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    process.stderr.write(`The campaign could not be played: ${why}\n`)
    process.stdout.write("0 passed, 1 failed, 0 skipped\n")
    // Buyers who still try again keep it from ending by itself.
    process.exit(1)
  }
)
