/** The demo: a store that is paid in test coins, `npm run demo`. */
import { runMain } from "../support/command"
import { Progress } from "../support/progress"
import { runCheck } from "./check/run-check"
import { demoCommand } from "./command-line"
import { runUntilStopped } from "./run-until-stopped"

void runMain(demoCommand, async ({ isCheck, isVerbose, placeOrder }) => {
  const stopping = new AbortController()
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () =>
      stopping.abort(new Error(`The demo was stopped by ${signal}.`))
    )
  }
  return (isCheck ? runCheck : runUntilStopped)({
    placeOrder,
    signal: stopping.signal,
    progress: new Progress(),
    onOutput: (text) => {
      if (isVerbose) process.stderr.write(text)
    },
  })
})
