import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { fillInDetailsOf } from "../../../workflows/fill-in-details"
import { toFilters } from "./to-filters"
import type { AdminGetCryptoPaymentsParams } from "./validators"

/**
 * The attempts, newest first: `{ crypto_payments, count, offset, limit }`. For
 * an order's own payments, details that no webhook told are filled in.
 */
export async function GET(
  req: AuthenticatedMedusaRequest<unknown, AdminGetCryptoPaymentsParams>,
  res: MedusaResponse
): Promise<void> {
  const { order_id } = req.filterableFields
  if (typeof order_id === "string") await fillInDetailsOf(req.scope, order_id)
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
