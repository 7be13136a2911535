/* global location */
import { openCart, showCartCount } from "./cart-store.mjs"
import { element, fillPage, show } from "./elements.mjs"
import { mountCollection } from "./payments.mjs"
import { settings } from "./store-api.mjs"

/** The last part of the path, as in Medusa's payment links. */
const paymentCollectionId = location.pathname.split("/").pop()

await fillPage(async () => {
  const place = element("section", { class: "card narrow" })
  show(element("h1", { class: "narrow" }, "Pay for your order"), place)
  // The receipt stays on this page.
  const onOrder = undefined
  mountCollection(place, { settings, paymentCollectionId, onOrder })
  showCartCount(await openCart().catch(() => null))
})
