import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { CRYPTO_PAYMENT_MODULE } from "../../../modules/crypto-payment"
import { fillInDetailsOfOrder } from "../../../workflows/check-crypto-payment"
import { addSales } from "./add-sales"
import { cryptoPaymentFields } from "./query-config"
import { toFilters } from "./to-filters"
import { toSort } from "./to-sort"
import { withAdvice } from "./with-advice"
import type { AdminGetCryptoPaymentsParams } from "./validators"

/**
 * The attempts, newest first, each with its `order` and `cart`, and with
 * `advice` where it needs attention: `{ crypto_payments, count, offset, limit }`.
 * For an order's own payments, details that no webhook told are filled in.
 */
export async function GET(
  req: AuthenticatedMedusaRequest<unknown, AdminGetCryptoPaymentsParams>,
  res: MedusaResponse
): Promise<void> {
  const params = req.validatedQuery
  const { limit, offset, order_id } = params
  if (order_id?.length === 1) await fillInDetailsOfOrder(req.scope, order_id[0])
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const ledger = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
  const wanted = new Set<string>([
    "id",
    "order_id",
    "cart_id",
    ...req.queryConfig.fields,
  ])
  const { rows, count } = await ledger.search.list({
    filters: await toFilters(params, query),
    columns: cryptoPaymentFields.filter((field) => wanted.has(field)),
    sort: toSort(params.order),
    skip: offset,
    take: limit,
  })
  const crypto_payments = await addSales(query, rows.map(withAdvice))
  res.json({ crypto_payments, count, offset, limit })
}
