/** The demo: a store that is paid in test coins, `npm run demo`. */
import { oneOf, Refused, runMain } from "../support/command"
import { Progress } from "../support/progress"
import { runCheck } from "./check/check-purchase"
import { outsideAddresses, portsOf } from "./on-server/outside"
import { runUntilStopped } from "./run-until-stopped"

const PLACE_ORDER = ["after_payment", "before_payment"] as const

const options = {
  check: { type: "boolean", default: false },
  "place-order": { type: "string", default: "after_payment" },
  verbose: { type: "boolean", default: false },
  "store-url": { type: "string" },
  "admin-url": { type: "string" },
  "gateway-url": { type: "string" },
  ports: { type: "string" },
} as const

void runMain(options, async ({ check, verbose, ...values }) => {
  const outside = outsideAddresses(values)
  if (check && outside) throw new Refused("--check takes no addresses")
  const stopping = new AbortController()
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () =>
      stopping.abort(new Error(`The demo was stopped by ${signal}.`))
    )
  }
  return await (check ? runCheck : runUntilStopped)({
    placeOrder: oneOf("--place-order", values["place-order"], PLACE_ORDER),
    ports: values.ports === undefined ? undefined : portsOf(values.ports),
    outside,
    signal: stopping.signal,
    progress: new Progress(),
    onOutput: (text) => {
      if (verbose) process.stderr.write(text)
    },
  })
})
