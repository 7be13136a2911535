/* global location */
import { openCart, placedCartId, showCartCount } from "./cart-store.mjs"
import { element, fillPage, show } from "./elements.mjs"
import { mountCollection, mountRefund, mountReturn } from "./payments.mjs"
import { settings } from "./store-api.mjs"

/** As in Medusa's payment links, the id of a collection is the last part of the path. */
const [, page, paymentCollectionId] = location.pathname.split("/")

await fillPage(async () => {
  // The pages tell the truth about the payment without it, too.
  const cart = await openCart().catch(() => null)
  showCartCount(cart)
  const cartId = cart?.id ?? placedCartId()
  const PAGES = {
    return: ["Your payment", mountReturn, { cartId }],
    "payment-collection": [
      "Pay for your order",
      mountCollection,
      // The receipt stays on this page.
      { paymentCollectionId, onOrder: undefined },
    ],
    "crypto-refund": ["Refund", mountRefund, { backHref: "/" }],
  }
  const [title, mount, props] = PAGES[page]
  const place = element("section", { class: "card narrow" })
  show(element("h1", { class: "narrow" }, title), place)
  mount(place, { settings, ...props })
})
