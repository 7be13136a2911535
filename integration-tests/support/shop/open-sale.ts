import type { HttpTypes } from "@medusajs/framework/types"

import type { Item, Shopper } from "../store"

/** A cart that lacks nothing but its crypto payment, and that payment, opened. */
export type Sale = {
  cart: HttpTypes.StoreCart
  session: HttpTypes.StorePaymentSession
  gatewayId: string
}

export async function openSale(
  shopper: Shopper,
  items: Item[],
  shippingOptionId?: string
): Promise<Sale> {
  const cart = await shopper.prepareCart(items, { shippingOptionId })
  const session = await shopper.startPayment(cart.id, "pp_crypto_crypto")
  return {
    cart,
    session,
    gatewayId: String(session.data?.gateway_payment_id),
  }
}
