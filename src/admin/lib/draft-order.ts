import type Medusa from "@medusajs/js-sdk"

import type { AdminCryptoCart } from "../../api/types"

type DraftOrder = Parameters<Medusa["admin"]["draftOrder"]["create"]>[0]

/**
 * What Medusa is asked to make a draft order of. Variants have no price here: Medusa computes it,
 * with its taxes, as for the cart. The payment is named in the metadata.
 */
export function draftOrderOf(
  cart: AdminCryptoCart,
  paymentId: string
): DraftOrder {
  const { shipping_address, billing_address, email, customer_id } = cart
  return {
    region_id: cart.region_id ?? "",
    currency_code: cart.currency_code,
    ...(cart.sales_channel_id && { sales_channel_id: cart.sales_channel_id }),
    ...(email && { email }),
    ...(customer_id && { customer_id }),
    ...(cart.locale && { locale: cart.locale }),
    ...(shipping_address && { shipping_address }),
    ...(billing_address && { billing_address }),
    items: cart.items.map(({ title, variant_id, quantity, unit_price }) =>
      variant_id
        ? { variant_id, quantity }
        : { title, quantity, unit_price: Number(unit_price) }
    ),
    shipping_methods: cart.shipping_methods.flatMap(
      ({ name, shipping_option_id, amount }) =>
        shipping_option_id
          ? [{ name, shipping_option_id, amount: Number(amount) }]
          : []
    ),
    promo_codes: cart.promo_codes,
    metadata: { crypto_payment_id: paymentId },
  }
}
