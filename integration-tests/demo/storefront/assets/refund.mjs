import { openCart, showCartCount } from "./cart-store.mjs"
import { element, fillPage, show } from "./elements.mjs"
import { mountRefund } from "./payments.mjs"
import { settings } from "./store-api.mjs"

await fillPage(async () => {
  const place = element("section", { class: "card narrow" })
  show(element("h1", { class: "narrow" }, "Refund"), place)
  mountRefund(place, { settings, backHref: "/" })
  showCartCount(await openCart().catch(() => null))
})
