import type { SeededStore } from "./seed-store"
import type { Shopper } from "./shopper"

/** A cart with one piece of a product, which lacks nothing but a payment; the id of it. */
export async function cartWith(
  shopper: Shopper,
  { products, shippingOptionId }: SeededStore,
  handle: string,
  email?: string
): Promise<string> {
  const { variantId, inventoryItemId } = products[handle]
  const cart = await shopper.prepareCart([{ variantId }], {
    email,
    // What lies on a shelf is sent by post.
    shippingOptionId: inventoryItemId ? shippingOptionId : undefined,
  })
  return cart.id
}
