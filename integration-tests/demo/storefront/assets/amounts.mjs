import { element } from "./elements.mjs"

/** 12.5, "eur" -> €12.50 */
export function money(amount, currency) {
  return new Intl.NumberFormat("en", { style: "currency", currency }).format(
    amount
  )
}

/** What a cart or an order comes to. */
export function totals(priced) {
  const row = (label, amount, type) =>
    element(
      "div",
      { class: type },
      element("dt", {}, label),
      element("dd", {}, money(amount, priced.currency_code))
    )
  const isShipped = priced.shipping_methods.length > 0
  return element(
    "dl",
    { class: "totals" },
    row("Items", priced.item_total),
    isShipped ? row("Shipping", priced.shipping_total) : undefined,
    row("Total", priced.total, "total")
  )
}
