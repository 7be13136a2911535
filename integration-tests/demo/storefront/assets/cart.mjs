/* global document, location, URLSearchParams */
import { money, totals } from "./amounts.mjs"
import {
  changeEmail,
  changeQuantity,
  chooseShipping,
  openCart,
  placedPayment,
  showCartCount,
  unpaidCollectionId,
} from "./cart-store.mjs"
import { buyerLink, element, fillPage, show, whileBusy } from "./elements.mjs"
import { mountButton, mountLatest, mountPanel } from "./payments.mjs"
import { settings } from "./store-api.mjs"

const HOSTED = "pp_crypto_crypto"
const INLINE = "pp_crypto-inline_crypto"

/** `?flow=page` shows a shop that has the hosted page alone. */
const hasPageAlone = new URLSearchParams(location.search).get("flow") === "page"

/** The payment that was started last, also where the cart is another by now. */
const latest = element("div", { class: "latest" })
// The visitor stays on the page when the order is placed.
mountLatest(latest, { settings, checkoutHref: "/cart", onOrder: undefined })

let leavePayment = () => {}

await fillPage(render)

async function render() {
  const cart = await cartWithShipping()
  leavePayment()
  showCartCount(cart)
  if (!cart || cart.items.length === 0) return await showEmpty()

  const email = element("input", {
    type: "email",
    value: cart.email,
    required: true,
  })
  const payment = element("div", { class: "payment" })
  const buyer = buyerLink(cart.id)
  leavePayment = mountPayment(payment, cart, email, buyer)
  show(
    element("h1", {}, "Your cart"),
    latest,
    element(
      "div",
      { class: "columns" },
      element(
        "section",
        { class: "card" },
        element("ul", { class: "lines" }, ...cart.items.map(line)),
        totals(cart)
      ),
      element(
        "section",
        { class: "card" },
        element("label", { class: "field" }, "E-mail", email),
        element("h2", {}, "Pay with crypto"),
        payment,
        buyer.shown
      )
    )
  )

  function line(item) {
    const { product_title, quantity, total } = item
    const step = (text, label, change) => {
      const button = element(
        "button",
        {
          class: "step",
          "aria-label": `${label} ${product_title}`,
          onclick: () =>
            whileBusy(button, async () => {
              await changeQuantity(cart, item, quantity + change)
              await render()
            }),
        },
        text
      )
      return button
    }
    return element(
      "li",
      {},
      element("span", { class: "grow" }, product_title),
      element(
        "span",
        { class: "quantity" },
        step("\u2212", "One less of", -1),
        element("output", {}, quantity),
        step("+", "One more of", 1)
      ),
      element("span", { class: "sum" }, money(total, cart.currency_code))
    )
  }
}

/** What is in an order that was placed before its payment cannot be changed in the cart. */
async function leaveSteps(phase) {
  if (phase !== "waiting" || (await openCart())) return
  for (const step of document.querySelectorAll(".step")) step.remove()
}

/** One entry for both ways to pay; the e-mail is saved before a payment starts. */
function mountPayment(place, cart, email, buyer) {
  const props = {
    settings,
    cartId: cart.id,
    returnPage: "/return",
    onPhase: (phase) => {
      buyer.onPhase(phase)
      return leaveSteps(phase)
    },
    onBeforeStart: async () => {
      if (!email.reportValidity()) throw new Error("Please enter your e-mail.")
      await changeEmail(cart, email.value)
    },
  }
  return hasPageAlone
    ? mountButton(place, { ...props, providerId: HOSTED })
    : mountPanel(place, {
        ...props,
        providerId: INLINE,
        hostedProviderId: HOSTED,
      })
}

/** The open cart, with a way of shipping if something is to be shipped. */
async function cartWithShipping() {
  const cart = await openCart()
  const isToShip = cart?.items.some((item) => item.requires_shipping)
  if (!isToShip || cart.shipping_methods.length > 0) return cart
  await chooseShipping(cart)
  return await openCart()
}

/** An order that was placed before its payment is paid on its own page. */
async function showEmpty() {
  const unpaid = await unpaidCollectionId()
  if (unpaid) return location.replace(`/payment-collection/${unpaid}`)
  const last = await placedPayment()
  show(
    element("h1", {}, "Your cart is empty"),
    latest,
    last?.order_id
      ? element("p", {}, "Your last order: ", orderLink(last))
      : "",
    element("p", {}, element("a", { href: "/" }, "Back to the shop"))
  )
}

function orderLink({ order_id, payment_session_id, order_display_id }) {
  const href = `/order?order_id=${order_id}&payment_session_id=${payment_session_id}`
  return element("a", { href }, `Order #${order_display_id}`)
}
