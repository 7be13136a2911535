import type { AdminOrder } from "@medusajs/framework/types"

/** True if the order has a payment of one of our providers (`pp_crypto_…`, `pp_crypto-h2h_…`). */
export function isPaidInCrypto(
  order: Pick<AdminOrder, "payment_collections">
): boolean {
  // Optional in truth: what an order holds is up to the fields asked for.
  return (order.payment_collections ?? []).some(({ payments = [] }) =>
    payments.some(({ provider_id }) => /^pp_crypto(-h2h)?_/.test(provider_id))
  )
}
