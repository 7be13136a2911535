/* global document, localStorage, location, URLSearchParams */
import { createElement } from "react"
import { flushSync } from "react-dom"
import { createRoot } from "react-dom/client"
import {
  CryptoPaymentCollection,
  CryptoPaymentPanel,
  CryptoPaymentReturn,
} from "../../../../src/storefront/react"
import { CryptoPaymentLatest } from "../../../../src/storefront/react-latest"
import { CryptoRefundRequest } from "../../../../src/storefront/react-refund"
import { element, show } from "../assets/elements.mjs"
import { STATES, standInStore } from "./stand-in-store.mjs"

/** Each is a rule `.theme-…` of `themes.css`. */
const THEMES = ["light", "dark", "starter", "plain"]

const COMPONENTS = {
  panel: [
    CryptoPaymentPanel,
    { cartId: "cart_1", hostedProviderId: "pp_crypto_crypto" },
  ],
  return: [CryptoPaymentReturn, { paymentSessionId: "payses_1" }],
  pay: [CryptoPaymentCollection, { paymentCollectionId: "pay_col_1" }],
  latest: [CryptoPaymentLatest, { cartId: "cart_1", checkoutHref: "?" }],
  refund: [CryptoRefundRequest, { token: `id.${"s".repeat(43)}` }],
}

/**
 * `?component=` and `?state=` choose what is shown, `?theme=` shows one theme,
 * `?locale=` or the header's select another language.
 */
const query = new URLSearchParams(location.search)
const component = choose("component", Object.keys(COMPONENTS))
const state = choose("state", STATES[component])
if (component === "latest") {
  localStorage.setItem("cryptopay-latest", `payses_1 ${Date.now()} cart_1`)
}

show(
  element("h1", {}, "Themes"),
  element(
    "p",
    { class: "soft" },
    "A theme is a few CSS variables. These components work without a store: nothing can be paid."
  ),
  links("component", Object.keys(COMPONENTS), component),
  links("state", STATES[component], state),
  ...THEMES.filter((name) => (query.get("theme") ?? name) === name).map(themed)
)

function themed(theme) {
  const place = element("div", { class: `card theme-${theme}`, id: theme })
  const [Component, props] = COMPONENTS[component]
  const root = createRoot(place)
  // With the first paint of the page, as on one that a server rendered.
  flushSync(() =>
    root.render(
      createElement(Component, {
        sdk: standInStore(state),
        locale:
          query.get("locale") ?? document.getElementById("language").value,
        orderHref: (id) => `#${id}`,
        ...props,
      })
    )
  )
  return element("section", { class: "theme" }, element("h2", {}, theme), place)
}

/** What the query says, or the first that there is. */
function choose(name, values) {
  return values.find((each) => each === query.get(name)) ?? values[0]
}

/** One link a value of the query. */
function links(name, values, chosen) {
  const link = (value) => {
    const target = new URLSearchParams(query)
    if (name === "component") target.delete("state")
    target.set(name, value)
    const current = value === chosen ? "page" : undefined
    return element("a", { href: `?${target}`, "aria-current": current }, value)
  }
  const list = values.map(link)
  return element("nav", { class: "states", "aria-label": name }, ...list)
}
