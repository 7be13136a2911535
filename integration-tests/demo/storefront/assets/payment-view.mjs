import { element, whileBusy } from "./elements.mjs"
import { money } from "./money.mjs"
import { orderView } from "./order-view.mjs"
import { payWithCrypto } from "./pay-with-crypto.mjs"
import { get } from "./store-api.mjs"

/** What to tell the shopper about a payment; `cart` is the open one, if any. */
export async function paymentView(payment, cart) {
  switch (payment.state) {
    case "creating":
    case "open":
      return waiting(payment)
    case "paid":
      return card(
        "Paid",
        element("p", {}, "Your order is being placed. One moment, please."),
        element("progress")
      )
    case "settled": {
      const { order } = await get(`/store/orders/${payment.order_id}`)
      return orderView(order, payment)
    }
    case "closed":
      return unpaid(payment, cart)
    case "attention":
      return card(
        "We have your payment",
        element(
          "p",
          {},
          "The order could not be placed by itself. The shop has been told and will contact you: there is nothing you need to do, and please do not pay again."
        ),
        reference(payment)
      )
    case "resolved":
      return card(
        "The shop has taken care of your payment",
        element("p", {}, "If you have a question, please contact the shop."),
        reference(payment)
      )
  }
}

function waiting({ checkout_url, amount, currency_code }) {
  return card(
    "Waiting for your payment",
    element(
      "p",
      {},
      `Please pay ${money(amount, currency_code)}. Once the coins arrive, your order is placed by itself, even if you close this page.`
    ),
    element("progress"),
    checkout_url
      ? element(
          "a",
          { class: "main", href: checkout_url },
          "To the payment page"
        )
      : undefined
  )
}

function unpaid({ gateway_status }, cart) {
  const failed = gateway_status === "failed"
  const button = element(
    "button",
    { class: "main", onclick: tryAgain },
    "Try again"
  )
  function tryAgain() {
    return whileBusy(button, () => payWithCrypto(cart))
  }
  return card(
    failed ? "The payment did not work" : "The payment has expired",
    element(
      "p",
      {},
      "Nothing was paid, and no order was placed. Please send nothing to the old address."
    ),
    cart
      ? button
      : element("a", { class: "main", href: "/" }, "Back to the shop")
  )
}

function reference({ payment_session_id }) {
  return element("p", { class: "soft" }, `Reference ${payment_session_id}`)
}

function card(title, ...content) {
  return element(
    "section",
    { class: "card narrow", "aria-live": "polite" },
    element("h1", {}, title),
    ...content
  )
}
