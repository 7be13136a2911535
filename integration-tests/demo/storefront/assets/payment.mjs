/* global location */
import {
  openCart,
  placedCartId,
  showCartCount,
  unpaidCollectionId,
} from "./cart-store.mjs"
import { buyerLink, element, fillPage, show } from "./elements.mjs"
import { mountCollection, mountRefund, mountReturn } from "./payments.mjs"
import { settings } from "./store-api.mjs"

/** As in Medusa's payment links, the id of a collection is the last part of the path. */
const [, page, paymentCollectionId] = location.pathname.split("/")

await fillPage(async () => {
  // The pages tell the truth about the payment without it, too.
  const cart = await openCart().catch(() => null)
  showCartCount(cart)
  const cartId = cart?.id ?? placedCartId()
  const buyer = buyerLink(placedCartId())
  const isOwn =
    page === "payment-collection" &&
    paymentCollectionId === (await unpaidCollectionId().catch(() => undefined))
  const PAGES = {
    return: ["Your payment", mountReturn, { cartId }],
    "payment-collection": [
      "Pay for your order",
      mountCollection,
      // The receipt stays on this page.
      { paymentCollectionId, onOrder: undefined, onPhase: buyer.onPhase },
    ],
    "crypto-refund": ["Refund", mountRefund, { backHref: "/" }],
  }
  const [title, mount, props] = PAGES[page]
  const place = element("section", { class: "card narrow" })
  show(element("h1", { class: "narrow" }, title), place)
  if (isOwn) place.after(buyer.shown)
  mount(place, { settings, ...props })
})
