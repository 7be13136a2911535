import { element } from "./elements.mjs"
import { money } from "./money.mjs"

/** What a cart or an order comes to. */
export function totals({
  item_total,
  shipping_total,
  shipping_methods,
  total,
  currency_code,
}) {
  const row = (label, amount, type) =>
    element(
      "div",
      { class: type },
      element("dt", {}, label),
      element("dd", {}, money(amount, currency_code))
    )
  return element(
    "dl",
    { class: "totals" },
    row("Items", item_total),
    shipping_methods.length > 0 ? row("Shipping", shipping_total) : undefined,
    row("Total", total, "total")
  )
}
