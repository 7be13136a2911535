import type { HttpTypes } from "@medusajs/framework/types"

import type { Item, Shopper } from "../store"

/** A cart that lacks nothing but its crypto payment, and that payment, opened. */
export type OpenPayment = {
  cart: HttpTypes.StoreCart
  session: HttpTypes.StorePaymentSession
  gatewayId: string
  /** Of the attempt in the ledger. */
  id: string
}

type Session = Pick<HttpTypes.StorePaymentSession, "data">

export async function openPayment(
  shopper: Shopper,
  items: Item[],
  shippingOptionId?: string
): Promise<OpenPayment> {
  return await payCart(
    shopper,
    await shopper.prepareCart(items, { shippingOptionId })
  )
}

/** Opens the crypto payment of a cart that lacks nothing else. */
export async function payCart(
  shopper: Shopper,
  cart: HttpTypes.StoreCart
): Promise<OpenPayment> {
  const session = await shopper.startPayment(cart.id, "pp_crypto_crypto")
  return {
    cart,
    session,
    gatewayId: gatewayIdOf(session),
    id: String(session.data?.crypto_payment_id),
  }
}

/** The gateway's id of the payment that a session opened. */
export function gatewayIdOf({ data }: Session): string {
  return String(data?.gateway_payment_id)
}
