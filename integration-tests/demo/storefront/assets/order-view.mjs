import { element } from "./elements.mjs"
import { money } from "./money.mjs"
import { totals } from "./totals.mjs"

/** The placed order and what was paid for it. */
export function orderView(order, { crypto_amount, crypto_currency }) {
  return element(
    "section",
    { class: "card narrow", "aria-live": "polite" },
    element("p", { class: "good" }, "Thank you, it is paid."),
    element("h1", {}, `Order #${order.display_id}`),
    element("ul", { class: "lines" }, ...order.items.map(line)),
    totals(order),
    crypto_amount
      ? element("p", {}, `Paid with ${crypto_amount} ${crypto_currency}`)
      : undefined,
    element(
      "p",
      { class: "soft" },
      `A real shop would write to ${order.email}.`
    ),
    element("a", { class: "main", href: "/" }, "Back to the shop")
  )

  function line({ product_title, quantity, total }) {
    return element(
      "li",
      {},
      element("span", { class: "grow" }, `${quantity} \u00d7 ${product_title}`),
      element("span", { class: "sum" }, money(total, order.currency_code))
    )
  }
}
