/* global location */
import { openCart, showCartCount } from "./cart-store.mjs"
import { element, fillPage, show } from "./elements.mjs"
import { mountRefund } from "./payments.mjs"
import { settings } from "./store-api.mjs"

/** The last part of the path. */
const token = location.pathname.split("/").pop()

await fillPage(async () => {
  const place = element("section", { class: "card narrow" })
  show(element("h1", { class: "narrow" }, "Refund"), place)
  mountRefund(place, { settings, token, backHref: "/" })
  showCartCount(await openCart().catch(() => null))
})
