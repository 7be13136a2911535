import type { HttpTypes } from "@medusajs/framework/types"

export const HOSTED = "pp_crypto_crypto"
export const INLINE = "pp_crypto-inline_crypto"
export const MANUAL = "pp_system_default"

/** A cart that lacks nothing but its crypto payment, and that payment, opened. */
export type OpenPayment = {
  cart: HttpTypes.StoreCart
  session: HttpTypes.StorePaymentSession
  gatewayId: string
  /** Of the attempt in the ledger. */
  id: string
}

/** The payment that a session opened. */
export function openedBy(
  session: HttpTypes.StorePaymentSession
): Omit<OpenPayment, "cart"> {
  const id = String(session.data?.crypto_payment_id)
  return { session, gatewayId: gatewayIdOf(session), id }
}

/** The gateway's id of the payment that a session opened. */
export function gatewayIdOf({
  data,
}: Pick<HttpTypes.StorePaymentSession, "data">): string {
  return String(data?.gateway_payment_id)
}
