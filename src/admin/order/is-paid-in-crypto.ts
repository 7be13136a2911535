/** The part of an order that names its payments, if those were asked for. */
export type OrderPayments = {
  payment_collections?: { payments?: { provider_id: string }[] }[] | null
}

/**
 * True if the order has a payment of one of our providers (`pp_crypto_…`,
 * `pp_crypto-h2h_…`).
 */
export function isPaidInCrypto({
  payment_collections,
}: OrderPayments): boolean {
  return (payment_collections ?? []).some(({ payments = [] }) =>
    payments.some(({ provider_id }) => /^pp_crypto(-h2h)?_/.test(provider_id))
  )
}
