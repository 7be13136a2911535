import { type DemoOptions, startDemo } from "../start-demo"
import { farFromNow } from "../../support/store/far-from-now"
import { checkPurchase } from "./check-purchase"

/**
 * `--check`: one purchase without a person. The last line on standard output
 * is its outcome as JSON; resolves to the exit code.
 */
export async function runCheck(
  options: DemoOptions & Required<Pick<DemoOptions, "signal" | "tell">>
): Promise<0 | 1> {
  const outcome = await purchase(options).then(
    (checked) => ({ ok: true, ...checked }),
    (error: unknown) => ({
      ok: false,
      error: error instanceof Error ? error.message : String(error),
    })
  )
  process.stdout.write(`${JSON.stringify(outcome)}\n`)
  return outcome.ok ? 0 : 1
}

async function purchase(options: Parameters<typeof runCheck>[0]) {
  const demo = await startDemo({
    ...options,
    admin: false,
    // The order can only come by webhook.
    reconcileSchedule: farFromNow(),
  })
  const interrupted = new Promise<never>((_, reject) => {
    options.signal.addEventListener("abort", () =>
      reject(new Error("The check was interrupted."))
    )
  })
  try {
    return await Promise.race([
      checkPurchase(demo, options.tell),
      demo.untilItFails(),
      interrupted,
    ])
  } catch (error) {
    process.stderr.write(`The end of Medusa's log:\n${demo.medusaLog()}\n`)
    throw error
  } finally {
    options.tell("Stopping")
    await demo.stop()
  }
}
