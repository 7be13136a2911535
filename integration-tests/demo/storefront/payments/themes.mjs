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
import { STATES, standInStore } from "./stand-in-store.mjs"

/**
 * The components in each theme of `themes.css`, with the variables that make it. `?component=` and
 * `?state=` choose what is shown, `?theme=` shows one theme, `?dir=rtl` and `?locale=` another
 * direction and language, `?cart=` another cart than the latest payment's.
 */
const query = new URLSearchParams(location.search)
const locale = query.get("locale") ?? "en"

const COMPONENTS = {
  panel: [
    CryptoPaymentPanel,
    { cartId: "cart_1", hostedProviderId: "pp_crypto_crypto" },
  ],
  return: [CryptoPaymentReturn, { paymentSessionId: "payses_1" }],
  pay: [CryptoPaymentCollection, { paymentCollectionId: "pay_col_1" }],
  latest: [
    CryptoPaymentLatest,
    {
      cartId: query.get("cart") ?? "cart_1",
      checkoutHref: "?component=panel",
    },
  ],
  refund: [CryptoRefundRequest, { token: "token" }],
}
const component = choose("component", Object.keys(COMPONENTS))
const state = choose("state", STATES[component])
if (component === "latest") {
  localStorage.setItem("cryptopay-latest", `payses_1 ${Date.now()} cart_1`)
}

document.documentElement.dir = query.get("dir") === "rtl" ? "rtl" : "ltr"
document.getElementById("main").replaceChildren(
  heading("h1", "Themes"),
  paragraph(
    "A theme is a few CSS variables. These components work without a store: nothing can be paid."
  ),
  links("component", Object.keys(COMPONENTS), component),
  links("state", STATES[component], state),
  ...findThemes()
    .filter(({ name }) => !query.has("theme") || query.get("theme") === name)
    .map(themeSection)
)

/** The rules `.theme-…` of the page's style sheets, with their declarations. */
function findThemes() {
  return [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .flatMap((rule) => {
      const [, name] = /^\.theme-([a-z]+)$/.exec(rule.selectorText ?? "") ?? []
      return name ? [{ name, css: rule.cssText }] : []
    })
}

function themeSection({ name, css }) {
  const place = document.createElement("div")
  place.className = `card theme-${name}`
  place.id = name
  const code = document.createElement("pre")
  code.tabIndex = 0
  code.dir = "ltr"
  code.textContent = css.replace(/ \{ |; (?=\S)/g, (text) =>
    text === " { " ? " {\n  " : text === "; " ? ";\n  " : text
  )
  const section = document.createElement("section")
  section.className = "theme"
  section.append(heading("h2", name), place, code)
  const [Component, props] = COMPONENTS[component]
  const root = createRoot(place)
  // With the first paint of the page, as on one that a server rendered.
  flushSync(() =>
    root.render(
      createElement(Component, {
        sdk: standInStore(state),
        locale,
        orderHref: (id) => `#${id}`,
        ...props,
      })
    )
  )
  return section
}

/** What the query says, or the first that there is. */
function choose(name, values) {
  return values.find((each) => each === query.get(name)) ?? values[0]
}

/** One link a value of the query. */
function links(name, values, chosen) {
  const list = document.createElement("nav")
  list.className = "states"
  list.ariaLabel = name
  for (const value of values) {
    const link = document.createElement("a")
    const target = new URLSearchParams(query)
    target.set(name, value)
    if (name === "component") target.delete("state")
    link.href = `?${target}`
    link.textContent = value
    if (value === chosen) link.ariaCurrent = "page"
    list.append(link)
  }
  return list
}

function heading(name, text) {
  const made = document.createElement(name)
  made.textContent = text
  return made
}

function paragraph(text) {
  const made = document.createElement("p")
  made.className = "soft"
  made.textContent = text
  return made
}
