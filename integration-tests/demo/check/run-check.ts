import type { RunOptions } from "../run-until-stopped"
import { startDemo } from "../start-demo"
import { farFromNow } from "../../support/store/far-from-now"
import { checkPurchase } from "./check-purchase"

/**
 * `--check`: one purchase without a person. The last line on standard output
 * is its outcome as JSON; resolves to the exit code.
 */
export async function runCheck(options: RunOptions): Promise<0 | 1> {
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

async function purchase({ progress, ...options }: RunOptions) {
  const demo = await startDemo({
    ...options,
    tell: progress.begin,
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
      checkPurchase(demo, progress.begin),
      demo.members[0].untilItFails(),
      interrupted,
    ])
  } catch (error) {
    const log = demo.members[0].logTail()
    process.stderr.write(`The end of Medusa's log:\n${log}\n`)
    throw error
  } finally {
    progress.begin("Stopping")
    await demo.stop()
    progress.end()
  }
}
