/**
 * The demo: a shop that is paid in test coins, on this machine alone.
 *
 *   npm run demo               until Ctrl-C
 *   npm run demo -- --check    buys something by itself and says how it went
 *   npm run demo -- --place-order before_payment
 *                              the shop places orders before they are paid
 */
import { parseArgs } from "node:util"
import type { PlaceOrder } from "../../src/modules/crypto-payment"
import { runCheck } from "./check/run-check"
import { runUntilStopped } from "./run-until-stopped"

const PLACE_ORDER: PlaceOrder[] = ["after_payment", "before_payment"]

const HELP = `Usage: npm run demo -- [options]

  --check              buy something without a person; the last line is JSON
  --place-order <when> after_payment (default) or before_payment
  --verbose            show what Medusa prints
  --help               show this text
`

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      check: { type: "boolean", default: false },
      "place-order": { type: "string", default: "after_payment" },
      verbose: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  })
  if (values.help) {
    process.stdout.write(HELP)
    return 0
  }
  const placeOrder = PLACE_ORDER.find((each) => each === values["place-order"])
  if (!placeOrder) {
    throw new TypeError(`--place-order must be ${PLACE_ORDER.join(" or ")}`)
  }
  const stopping = new AbortController()
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () =>
      stopping.abort(new Error(`The demo was stopped by ${signal}.`))
    )
  }
  return (values.check ? runCheck : runUntilStopped)({
    placeOrder,
    signal: stopping.signal,
    tell: (sentence) => process.stderr.write(`${sentence} ...\n`),
    onMedusaOutput: (text) => {
      if (values.verbose) process.stderr.write(text)
    },
  })
}

main().then(
  (exitCode) => {
    process.exitCode = exitCode
  },
  (error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    process.stderr.write(`The demo failed: ${why}\n`)
    process.exitCode = 1
  }
)
