/** The benchmarks: `npm run bench`, or some of them: `npm run bench -- reconciling opening`. */
import { oneOf, Refused, runMain } from "../support/command"
import { BENCH_NAMES, runBenches } from "./run-benches"

/** How long the soak takes as one of the benches. */
const SOAK_MINUTES = "5"

// A line for each request would be measured with it, and bury the table.
process.env.LOG_LEVEL ??= "error"
process.env.MEDUSA_DISABLE_TELEMETRY = "true"

void runMain({ soak: { type: "string" } }, async ({ soak }, operands) => {
  const names = operands.map((name) => oneOf("a bench", name, BENCH_NAMES))
  if (soak !== undefined) names.push("soak")
  const soakMinutes = Number(soak ?? SOAK_MINUTES)
  if (!(soakMinutes > 0)) throw new Refused("--soak must be minutes above 0")
  return await runBenches({
    names: names.length > 0 ? names : BENCH_NAMES,
    soakMinutes,
  })
})
