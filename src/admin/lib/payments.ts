import type { AdminCryptoPayment, AdminCryptoRefund } from "../../api/types"

/** The payment providers of an order, where they were requested. */
export type OrderPayments = {
  payment_collections?: { payments?: { provider_id: string }[] }[] | null
}

/** True if the order has a payment of one of the plugin's providers. */
export function isPaidInCrypto({
  payment_collections,
}: OrderPayments): boolean {
  return (payment_collections ?? []).some(({ payments = [] }) =>
    payments.some(({ provider_id }) => /^pp_crypto(-h2h)?_/.test(provider_id))
  )
}

/** What became of a recorded refund in Medusa; a captured payment may have no order. */
export function refundBadge(
  { refund_id }: Pick<AdminCryptoRefund, "refund_id">,
  { order_id }: Pick<AdminCryptoPayment, "order_id">
) {
  if (!refund_id) return "notBooked"
  return order_id ? "booked" : "bookedWithoutOrder"
}

/** False for an attempt at an unpaid order that came to nothing. */
export function isShownInFull({
  state,
  order_id,
}: Pick<AdminCryptoPayment, "state" | "order_id">): boolean {
  return state !== "closed" || order_id !== null
}

/** True for a payment that is expected to change without an admin action. */
export function isInProgress({
  state,
}: Pick<AdminCryptoPayment, "state">): boolean {
  return state === "creating" || state === "open" || state === "paid"
}
