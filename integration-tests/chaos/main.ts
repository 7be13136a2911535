/** The campaign as a command: `npm run test:chaos`. */
import { randomInt } from "node:crypto"
import { oneOf, Refused, runMain, wholeNumber } from "../support/command"
import { findProgram } from "../support/programs"
import { describeResult, runCampaign } from "./campaign"
import { KINDS, PLACE_ORDER } from "./plan"

const options = {
  carts: { type: "string", default: "300" },
  kills: { type: "string", default: "2" },
  seed: { type: "string", default: String(randomInt(2 ** 31)) },
  instances: { type: "boolean", default: false },
  "place-order": { type: "string", default: "after_payment" },
  kinds: { type: "string" },
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
  try {
    const result = await runCampaign({
      seed,
      carts: wholeNumber("carts", values.carts),
      kills: wholeNumber("kills", values.kills),
      placeOrder: oneOf("--place-order", values["place-order"], PLACE_ORDER),
      kinds: values.kinds
        ?.split(",")
        .map((kind) => oneOf("--kinds", kind, Object.keys(KINDS))),
      redisProgram,
    })
    process.stdout.write(describeResult(result))
    const { violations, figures } = result.report
    // What is counted is the money: each confirmed payment is one test.
    const failed = violations.length + result.unlikely.length
    const passed = Math.max(0, figures.confirmed - failed)
    process.stdout.write(`${passed} passed, ${failed} failed, 0 skipped\n`)
    return failed === 0 ? 0 : 1
  } catch (error) {
    process.stderr.write(`The campaign could not be played: ${String(error)}\n`)
    process.stdout.write("0 passed, 1 failed, 0 skipped\n")
    // Buyers who still try again keep it from ending by itself.
    return process.exit(1)
  }
})
