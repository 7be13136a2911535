import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CRYPTO_PAYMENT_MODULE } from "../../../../modules/crypto-payment/internal"
import { exportCryptoPaymentsWorkflow } from "../../../../workflows/export-crypto-payments"
import { readFilters } from "../list-filters"
import type { AdminExportCryptoPayments } from "../validators"

/**
 * Starts to write payments, refunds, or what needs attention to a CSV file, in the background:
 * `202 { transaction_id }`. The file's link comes with a notification in the admin.
 */
export async function POST(
  req: MedusaRequest<AdminExportCryptoPayments>,
  res: MedusaResponse
): Promise<void> {
  const { type, period, include_email, bom, ...given } = req.validatedBody
  const query = req.scope.resolve("query")
  const { reports, merchants } = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
  const span = period && (await reports.span(period))
  const { transaction } = await exportCryptoPaymentsWorkflow(req.scope).run({
    input: {
      type,
      include_email,
      bom,
      filters: await readFilters(query, given),
      period: span && { ...span, by: period.by },
      language: merchants.feedLanguage(),
    },
  })
  res.status(202).json({ transaction_id: transaction.transactionId })
}
