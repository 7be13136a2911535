/* global location, URLSearchParams */
import { changeContact } from "./cart-store.mjs"
import { element } from "./elements.mjs"
import { mountButton, mountLatest, mountPanel } from "./payments.mjs"
import { settings } from "./store-api.mjs"

const HOSTED = "pp_crypto_crypto"
const INLINE = "pp_crypto-h2h_crypto"

/** `?flow=page` shows a shop that has the gateway's page alone. */
const hasPageAlone = new URLSearchParams(location.search).get("flow") === "page"

/** The payment that was started last, for pages about something else. */
export function latestPayment() {
  const place = element("div", { class: "latest" })
  // The visitor stays on the page when the order is placed.
  mountLatest(place, { settings, checkoutHref: "/cart", onOrder: undefined })
  return place
}

/** One entry for both ways to pay; `contact`, if any, is saved before a payment starts. */
export function paymentChoice(cart, contact) {
  const place = element("div", { class: "payment" })
  const props = {
    settings,
    cartId: cart.id,
    returnPage: "/return",
    onBeforeStart: contact && saveContact,
  }
  const leave = hasPageAlone
    ? mountButton(place, { ...props, providerId: HOSTED })
    : mountPanel(place, {
        ...props,
        providerId: INLINE,
        hostedProviderId: HOSTED,
      })
  return { parts: [element("h2", {}, "Pay with crypto"), place], leave }

  async function saveContact() {
    if (!contact.form.reportValidity()) {
      throw new Error("Please fill in the address first.")
    }
    await changeContact(cart, contact.values())
  }
}
