import { openCart, placedCartId, showCartCount } from "./cart-store.mjs"
import { element, fillPage, show } from "./elements.mjs"
import { mountReturn } from "./payments.mjs"
import { settings } from "./store-api.mjs"

await fillPage(async () => {
  // The page tells the truth about the payment without it, too.
  const cart = await openCart().catch(() => null)
  showCartCount(cart)
  const place = element("section", { class: "card narrow" })
  show(element("h1", { class: "narrow" }, "Your payment"), place)
  mountReturn(place, { settings, cartId: cart?.id ?? placedCartId() })
})
