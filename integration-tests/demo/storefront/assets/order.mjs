/* global location, URLSearchParams */
import { openCart, showCartCount } from "./cart-store.mjs"
import { fillPage, show } from "./elements.mjs"
import { orderView } from "./order-view.mjs"
import { get } from "./store-api.mjs"

const query = new URLSearchParams(location.search)
const sessionId = query.get("payment_session_id")

await fillPage(async () => {
  const { crypto_payment: payment } = await get(
    `/store/crypto-payments/${encodeURIComponent(sessionId)}`
  )
  const { order } = await get(`/store/orders/${query.get("order_id")}`)
  show(orderView(order, payment))
  // The cart became the order.
  showCartCount(await openCart())
})
