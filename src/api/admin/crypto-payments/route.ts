import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { toFilters } from "./to-filters"
import type { AdminGetCryptoPaymentsParams } from "./validators"

/** The attempts, newest first: `{ crypto_payments, count, offset, limit }`. */
export async function GET(
  req: AuthenticatedMedusaRequest<unknown, AdminGetCryptoPaymentsParams>,
  res: MedusaResponse
): Promise<void> {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data, metadata } = await query.graph({
    entity: "crypto_payment",
    fields: req.queryConfig.fields,
    filters: toFilters(req.filterableFields),
    pagination: req.queryConfig.pagination,
  })
  res.json({
    crypto_payments: data,
    count: metadata?.count ?? 0,
    offset: metadata?.skip ?? 0,
    limit: metadata?.take ?? 0,
  })
}
