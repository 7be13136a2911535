import type { MedusaContainer } from "@medusajs/framework/types"
import {
  createWorkflow,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import {
  type BooksComparison,
  CRYPTO_PAYMENT_MODULE,
  type Period,
} from "../../modules/crypto-payment/internal"
import { closedSpan } from "./compare-books"
import { runComparisonStep } from "./run-comparison"

export { compareBooks, type ComparedBooks } from "./compare-books"

export const compareCryptoBooksWorkflowId = "compare-crypto-books"

/**
 * Runs a comparison of ledger, Medusa and gateway in the background, that of the row `id` of
 * `crypto_books_comparison`; `run` ends before that.
 */
export const compareCryptoBooksWorkflow = createWorkflow(
  compareCryptoBooksWorkflowId,
  (input: { id: string }) =>
    new WorkflowResponse(
      runComparisonStep(input).config({
        async: true,
        backgroundExecution: true,
      })
    )
)

/**
 * Starts a comparison, unless that of the same period is running.
 * @throws MedusaError INVALID_DATA for a period that has not ended; NOT_ALLOWED while another is
 * compared.
 */
export async function startComparison(
  container: MedusaContainer,
  period: Period,
  by: string | null
): Promise<BooksComparison> {
  await closedSpan(container, period)
  const { comparisons } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const { comparison, isNew } = await comparisons.begin(period, by)
  if (isNew) {
    const input = { id: comparison.id }
    await compareCryptoBooksWorkflow(container).run({ input })
  }
  return comparison
}
