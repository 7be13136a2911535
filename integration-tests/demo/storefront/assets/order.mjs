/* global location, URLSearchParams */
import { money, totals } from "./amounts.mjs"
import { openCart, placedCartId, showCartCount } from "./cart-store.mjs"
import { element, fillPage, show } from "./elements.mjs"
import { get, settings } from "./store-api.mjs"

const query = new URLSearchParams(location.search)
const sessionId = query.get("payment_session_id")

await fillPage(async () => {
  const { crypto_payment } = await get(
    `/store/crypto-payments/${encodeURIComponent(sessionId)}`
  )
  const { order } = await get(`/store/orders/${query.get("order_id")}`)
  const { crypto_amount, crypto_currency } = crypto_payment
  const line = ({ product_title, quantity, total }) =>
    element(
      "li",
      {},
      element("span", { class: "grow" }, `${quantity} \u00d7 ${product_title}`),
      element("span", { class: "sum" }, money(total, order.currency_code))
    )
  /** What the kit says of coins that are too many. */
  const surplus = element("div", { class: "note" })
  const heading = element("h1", { tabindex: -1 }, `Order #${order.display_id}`)
  show(
    element(
      "section",
      { class: "card narrow", "aria-live": "polite" },
      element("p", { class: "good" }, "Thank you, it is paid."),
      heading,
      element("ul", { class: "lines" }, ...order.items.map(line)),
      totals(order),
      crypto_amount
        ? element("p", {}, `Paid with ${crypto_amount} ${crypto_currency}`)
        : undefined,
      surplus,
      element(
        "p",
        { class: "soft" },
        `A real shop would write to ${order.email}.`
      ),
      element("a", { class: "main", href: "/" }, "Back to the shop")
    )
  )
  // The page of the payment is gone, and the focus with it.
  heading.focus()
  if (crypto_payment.surplus_crypto_amount) {
    const { mountReturn } = await import("./payments.mjs")
    mountReturn(surplus, {
      settings,
      paymentSessionId: sessionId,
      cartId: placedCartId(),
      onOrder: undefined,
    })
  }
  // The cart became the order.
  showCartCount(await openCart())
})
