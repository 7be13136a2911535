import {
  changeQuantity,
  chooseShipping,
  dropShipping,
  needsShipping,
  openCart,
  shippingOptions,
  showCartCount,
  unpaidCart,
} from "./cart-store.mjs"
import { contactForm } from "./contact-form.mjs"
import { element, fillPage, show, whileBusy } from "./elements.mjs"
import { money } from "./money.mjs"
import { latestPayment, paymentChoice } from "./payment-choice.mjs"
import { totals } from "./totals.mjs"

let leavePayment = () => {}
const latest = latestPayment()

await fillPage(render)

async function render() {
  const cart = await cartWithShipping()
  leavePayment()
  showCartCount(cart)
  if (!cart || cart.items.length === 0) {
    const unpaid = await unpaidCart()
    return unpaid ? showUnpaid(unpaid) : showEmpty()
  }

  const options = needsShipping(cart) ? await shippingOptions(cart) : []
  const contact = contactForm(cart)
  contact.form.addEventListener("submit", (event) => event.preventDefault())
  const payment = paymentChoice(cart, contact)
  leavePayment = payment.leave
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
        ...shippingChoice(options),
        totals(cart)
      ),
      element("section", { class: "card" }, contact.form, ...payment.parts)
    )
  )

  function line(item) {
    const step = (text, label, quantity) => {
      const stepButton = element(
        "button",
        {
          class: "step",
          "aria-label": `${label} ${item.product_title}`,
          onclick: () =>
            whileBusy(stepButton, async () => {
              await changeQuantity(cart, item, quantity)
              await render()
            }),
        },
        text
      )
      return stepButton
    }
    return element(
      "li",
      {},
      element("span", { class: "grow" }, item.product_title),
      element(
        "span",
        { class: "quantity" },
        step("\u2212", "One less of", item.quantity - 1),
        element("output", {}, item.quantity),
        step("+", "One more of", item.quantity + 1)
      ),
      element("span", { class: "sum" }, money(item.total, cart.currency_code))
    )
  }

  function shippingChoice(choices) {
    const chosen = cart.shipping_methods[0]?.shipping_option_id
    return choices.map(({ id, name, amount }) => {
      const radio = element("input", {
        type: "radio",
        name: "shipping",
        checked: id === chosen,
        onchange: () =>
          whileBusy(radio, async () => {
            await chooseShipping(cart, id)
            await render()
          }),
      })
      return element(
        "label",
        { class: "choice" },
        radio,
        element("span", { class: "grow" }, name),
        money(amount, cart.currency_code)
      )
    })
  }
}

/** The cart, with a way of shipping exactly if something is to be shipped. */
async function cartWithShipping() {
  const cart = await openCart()
  if (!cart || cart.items.length === 0) return cart
  const chosen = cart.shipping_methods.length > 0
  if (needsShipping(cart) === chosen) return cart
  if (chosen) {
    await dropShipping(cart)
  } else {
    const [cheapest] = await shippingOptions(cart)
    await chooseShipping(cart, cheapest.id)
  }
  return openCart()
}

/** Its order is placed, and the cart cannot be changed any more. */
function showUnpaid(cart) {
  const payment = paymentChoice(cart)
  leavePayment = payment.leave
  show(
    element("h1", { class: "narrow" }, "Your order is not paid yet"),
    element("section", { class: "card narrow" }, ...payment.parts)
  )
}

function showEmpty() {
  show(
    element("h1", {}, "Your cart is empty"),
    latest,
    element("p", {}, element("a", { href: "/" }, "Back to the shop"))
  )
}
