import type { RemoteQueryFunction } from "@medusajs/framework/types"
import type { ListFilters } from "../../../modules/crypto-payment"
import { findSales } from "./find-sales"
import type { AdminGetCryptoPaymentsParams } from "./validators"

/** The list's query as filters of the ledger. */
export async function toFilters(
  params: AdminGetCryptoPaymentsParams,
  query: Pick<RemoteQueryFunction, "graph">
): Promise<ListFilters> {
  const { q, reason, currency } = params
  const { id, state, gateway_status, provider_id, order_id, cart_id } = params
  const { attention, is_test, created_at, updated_at } = params
  return {
    id,
    state,
    gateway_status,
    provider_id,
    order_id,
    cart_id,
    attention,
    is_test,
    created_at,
    updated_at,
    attention_reason: reason,
    crypto_currency: currency,
    text: q === undefined ? q : { text: q, ...(await findSales(query, q)) },
  }
}
