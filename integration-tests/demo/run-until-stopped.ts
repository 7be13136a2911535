import { once } from "node:events"
import { type Demo, type DemoOptions, startDemo } from "./start-demo"

/** The demo for a person. Resolves to the exit code once all is stopped. */
export async function runUntilStopped(
  options: DemoOptions & Required<Pick<DemoOptions, "signal" | "tell">>
): Promise<0> {
  const { signal, tell } = options
  const demo = await startDemo({ ...options, wellKnownPorts: true }).catch(
    (error: unknown) => {
      // Stopped while it was starting: that is no failure.
      if (signal.aborted) return undefined
      throw error
    }
  )
  if (!demo) return 0
  try {
    process.stdout.write(addresses(demo))
    if (!signal.aborted) {
      await Promise.race([once(signal, "abort"), demo.untilItFails()])
    }
  } finally {
    tell("Stopping")
    await demo.stop()
  }
  return 0
}

function addresses(demo: Demo): string {
  const { email, password } = demo.adminUser
  return `
  The demo is running. It takes test coins only, and forgets all when it ends.

  Shop      ${demo.storefrontUrl}
  Admin     ${demo.medusaUrl}/app
            log in as ${email} with ${password}
  Gateway   ${demo.sandbox.controlUrl}
            the sandbox's payments, webhooks and faults

  Ctrl-C stops it.

`
}
