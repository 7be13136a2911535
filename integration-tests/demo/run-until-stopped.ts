import { once } from "node:events"
import type { Progress } from "../support/progress"
import { type Demo, type DemoOptions, startDemo } from "./start-demo"

export type RunOptions = Pick<DemoOptions, "placeOrder" | "onOutput"> & {
  signal: AbortSignal
  progress: Progress
}

/** The demo for a person. Resolves to the exit code once all is stopped. */
export async function runUntilStopped(options: RunOptions): Promise<0> {
  const { signal, progress } = options
  const demo = await startDemo({
    ...options,
    tell: progress.begin,
    wellKnownPorts: true,
  }).catch((error: unknown) => {
    // Stopped while it was starting: that is no failure.
    if (signal.aborted) return undefined
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`${why}\n\nTry next: npm run demo -- --verbose`)
  })
  progress.end()
  if (!demo) return 0
  try {
    process.stdout.write(addresses(demo) + whatToTry(demo))
    if (!signal.aborted) {
      await Promise.race([
        once(signal, "abort"),
        demo.members[0].untilItFails(),
      ])
    }
  } finally {
    progress.begin("Stopping")
    await demo.stop()
    progress.end()
  }
  return 0
}

function addresses(demo: Demo): string {
  const { email, password } = demo.adminUser
  return `
  The demo is running. It takes test coins only, and forgets all when it ends.

  Shop      ${demo.storefrontUrl}
  Admin     ${demo.url}/app
            log in as ${email} with ${password}
  Gateway   ${demo.sandbox.controlUrl}
            the sandbox's payments, webhooks and faults
`
}

function whatToTry({ placeOrder }: Demo): string {
  const orderComesFirst = placeOrder === "before_payment"
  return `
  What to try:
  1. Buy something in the shop: "Pay on the payment page", choose a coin,
     "Send test coins". The webhook ${orderComesFirst ? "pays" : "places"} the order.
  2. Open the order in the admin, and "Crypto payments" in its menu.
  3. Press "Drop a webhook" on the gateway's page and buy again: the gateway
     sends the webhook once more after five seconds.
  4. Stop, and start with ${
    orderComesFirst
      ? "npm run demo: the order is placed after it is paid."
      : `npm run demo -- --place-order before_payment:
     the order is placed before it is paid.`
  }

  Ctrl-C stops it.

`
}
