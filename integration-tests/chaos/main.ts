/** The campaign and the sweep as a command: `npm run test:chaos`. */
import { randomInt } from "node:crypto"
import { oneOf, Refused, runMain, wholeNumber } from "../support/command"
import { findProgram } from "../support/programs"
import { currentCommit, reportRow, today } from "../docs/report"
import { describeResult, runCampaign } from "./campaign"
import { describeSweep, runSweep, STRIKES } from "./every-write"
import { PATHS } from "./paths"
import { KINDS, PLACE_ORDER } from "./plan"

const options = {
  carts: { type: "string", default: "300" },
  kills: { type: "string", default: "2" },
  seed: { type: "string", default: String(randomInt(2 ** 31)) },
  instances: { type: "boolean", default: false },
  "place-order": { type: "string", default: "after_payment" },
  kinds: { type: "string" },
  "every-write": { type: "boolean", default: false },
  report: { type: "string" },
} as const

void runMain(options, async (values) => {
  const seed = wholeNumber("seed", values.seed)
  const redisProgram = values.instances
    ? findProgram("redis-server")
    : undefined
  if (redisProgram === null) {
    throw new Refused("--instances needs redis-server, which is not there.")
  }
  process.stdout.write(`seed ${seed}\n`)
  const kinds = values.kinds?.split(",")
  const tellOf = async (run: string, shown: Shown) => {
    if (!values.report) return
    const { payments, strikes, violations } = shown
    const cells = [run, payments, strikes, violations, seed]
    const when = [await currentCommit(), today()]
    await reportRow(values.report, "run", [...cells, ...when])
  }
  const play = async () => {
    if (values["every-write"]) return await sweep(seed, kinds, tellOf)
    const result = await runCampaign({
      seed,
      carts: wholeNumber("carts", values.carts),
      kills: wholeNumber("kills", values.kills),
      placeOrder: oneOf("--place-order", values["place-order"], PLACE_ORDER),
      kinds: kinds?.map((kind) => oneOf("--kinds", kind, Object.keys(KINDS))),
      redisProgram,
    })
    process.stdout.write(describeResult(result))
    const { violations, figures } = result.report
    await tellOf(redisProgram ? "campaign, over Redis" : "campaign", {
      payments: figures.payments,
      strikes: wholeNumber("kills", values.kills),
      violations: violations.length,
    })
    const failed = violations.length + result.unlikely.length
    return { confirmed: figures.confirmed, failed }
  }
  try {
    // What is counted is the money: each confirmed payment is one test.
    const { confirmed, failed } = await play()
    const passed = Math.max(0, confirmed - failed)
    process.stdout.write(`${passed} passed, ${failed} failed, 0 skipped\n`)
    return failed === 0 ? 0 : 1
  } catch (error) {
    if (error instanceof Refused) throw error
    process.stderr.write(`It could not be played: ${String(error)}\n`)
    process.stdout.write("0 passed, 1 failed, 0 skipped\n")
    // Buyers who still try again keep it from ending by itself.
    return process.exit(1)
  }
})

/** What a row of the report has of a run. */
type Shown = { payments: number; strikes: number; violations: number }

/** `kinds` are paths and strikes: all of those of which it names none. */
async function sweep(
  seed: number,
  kinds: string[] = [],
  tellOf: (run: string, shown: Shown) => Promise<void>
) {
  const names = [...STRIKES, ...Object.keys(PATHS)]
  const chosen = kinds.map((kind) => oneOf("--kinds", kind, names))
  const of = <Name extends string>(all: readonly Name[]) => {
    const some = all.filter((name) => chosen.includes(name))
    return some.length > 0 ? some : all
  }
  const tell = (line: string) => process.stdout.write(`${line}\n`)
  const total = { confirmed: 0, failed: 0 }
  for (const strike of of(STRIKES)) {
    const paths = of(Object.keys(PATHS))
    const result = await runSweep({ seed, strike, paths, tell })
    tell(describeSweep(result))
    await tellOf(`every write, ${strike}`, {
      payments: result.figures.payments,
      strikes: result.figures.strikes,
      violations: result.violations.length,
    })
    total.confirmed += result.figures.confirmed
    total.failed += result.violations.length
  }
  return total
}
