import { once } from "node:events"
import type { Progress } from "../support/progress"
import type { OutsideAddresses } from "./on-server/outside"
import {
  type Demo,
  type DemoOptions,
  startDemo,
  WELL_KNOWN,
} from "./start-demo"

export type RunOptions = Pick<
  DemoOptions,
  "placeOrder" | "onOutput" | "outside" | "ports"
> & {
  signal: AbortSignal
  progress: Progress
}

/** The demo for a person. Resolves to the exit code once all is stopped. */
export async function runUntilStopped(options: RunOptions): Promise<0> {
  const { signal, progress, outside } = options
  const demo = await startDemo({
    ...options,
    tell: progress.begin,
    wellKnownPorts: true,
    // A reverse proxy knows them.
    ports: options.ports ?? (outside && WELL_KNOWN),
    maxShortfallPercent: 5,
  }).catch((error: unknown) => {
    // Stopped while it was starting: that is no failure.
    if (signal.aborted) return undefined
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`${why}\n\nTry next: npm run demo -- --verbose`)
  })
  progress.end()
  if (!demo) return 0
  try {
    const text = outside ? publicAddresses(demo, outside) : whatToTry(demo)
    process.stdout.write(text)
    if (!signal.aborted) {
      await Promise.race([
        once(signal, "abort"),
        demo.anew?.repeat() ?? demo.members[0].untilItFails(),
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
            the sandbox's control page: payments, webhooks and faults
`
}

function publicAddresses(
  { adminUser }: Demo,
  { store, admin, gateway }: OutsideAddresses
): string {
  const { email, password } = adminUser
  return `
  The demo is running, for everybody, and starts anew each hour.

  Shop      ${store}
  Admin     ${admin}/app
            log in as ${email} with ${password}
  Gateway   ${gateway}

  Ctrl-C stops it.

`
}

function whatToTry(demo: Demo): string {
  const orderComesFirst = demo.placeOrder === "before_payment"
  return `${addresses(demo)}
  What to try:
  1. Buy something in the shop on the hosted page: choose a coin, "Send test
     coins". The webhook ${orderComesFirst ? "pays" : "places"} the order.
  2. Buy something inline with Ether or USDC: the code is a wallet link with the
     amount. Press "Pay short" on the gateway's control page: 10 % are missing,
     more than the 5 % that this shop accepts, so the payment needs attention.
  3. Open the order in the admin, and "Crypto payments" in its menu. Refund it:
     the transaction that you record leads to the explorer of its test network.
  4. Press "Drop a webhook" on the control page and buy again: the gateway
     sends the webhook once more after five seconds.
  5. Stop, and start with ${
    orderComesFirst
      ? "npm run demo: the order is placed after it is paid."
      : `npm run demo -- --place-order before_payment:
     the order is placed before it is paid.`
  }

  Ctrl-C stops it.

`
}
