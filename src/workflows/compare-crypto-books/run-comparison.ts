import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { CRYPTO_PAYMENT_MODULE } from "../../modules/crypto-payment/internal"
import { compareBooks } from "./compare-books"

/** How often a comparison says that it is still running. */
const TOUCH_MS = 30_000

/** Runs a comparison that was begun, and stores its result. */
export const runComparisonStep = createStep(
  "run-crypto-books-comparison",
  async ({ id }: { id: string }, { container }) => {
    await runComparison(container, id)
    return new StepResponse({ id })
  }
)

async function runComparison(
  container: MedusaContainer,
  id: string
): Promise<void> {
  const { comparisons } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const { first_day, last_day, time_zone } = await comparisons.retrieve(id)
  let touchedMs = performance.now()
  const alive = async () => {
    if (performance.now() - touchedMs < TOUCH_MS) return
    touchedMs = performance.now()
    await comparisons.touch(id)
  }
  try {
    const period = { from: first_day, to: last_day, time_zone }
    const { result, differences } = await compareBooks(container, period, alive)
    await comparisons.complete(id, result, differences)
  } catch (error) {
    const logger = container.resolve("logger")
    logger.error(`crypto books comparison ${id} failed: ${String(error)}`)
    await comparisons.fail(id, "It failed; the server's log says why.")
  }
}
