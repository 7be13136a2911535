import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { exportCryptoPaymentsWorkflow } from "../../../../workflows/export-crypto-payments"
import { readFilters } from "../list-filters"
import type { AdminFilterCryptoPayments } from "../validators"

/**
 * Starts to write the payments of the list's filters, and their refunds, to a CSV file in the
 * background: `202 { transaction_id }`. The file's link comes with a notification in the admin.
 */
export async function POST(
  req: MedusaRequest<AdminFilterCryptoPayments>,
  res: MedusaResponse
): Promise<void> {
  const query = req.scope.resolve("query")
  const filters = await readFilters(query, req.validatedBody)
  const { transaction } = await exportCryptoPaymentsWorkflow(req.scope).run({
    input: { filters },
  })
  res.status(202).json({ transaction_id: transaction.transactionId })
}
