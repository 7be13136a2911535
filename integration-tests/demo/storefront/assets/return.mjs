/* global location, URLSearchParams */
import { openCart, showCartCount } from "./cart-store.mjs"
import { element, show } from "./elements.mjs"
import { paymentView } from "./payment-view.mjs"
import { Refusal, get } from "./store-api.mjs"

/** While something is about to happen, and while it hardly is. */
const SOON_MS = 1_000
const LATER_MS = 5_000

const PACE_MS = {
  creating: SOON_MS,
  open: SOON_MS,
  paid: SOON_MS,
  // Late money may still come, and the shop may still find a way.
  closed: LATER_MS,
  attention: LATER_MS,
}

const sessionId = new URLSearchParams(location.search).get("payment_session_id")
let shown

await look()

async function look() {
  const next = await follow().catch(tellTrouble)
  if (next !== undefined) setTimeout(look, next)
}

/** Shows how the payment stands; resolves to when to look again, if at all. */
async function follow() {
  const { crypto_payment: payment } = await get(
    `/store/crypto-payments/${encodeURIComponent(sessionId)}`
  )
  const view = [payment.state, payment.gateway_status].join()
  if (view !== shown) {
    const cart = await openCart()
    show(await paymentView(payment, cart))
    showCartCount(cart)
    shown = view
  }
  return PACE_MS[payment.state]
}

function tellTrouble(error) {
  if (error instanceof Refusal && error.status === 404) {
    show(element("h1", {}, "This shop knows no such payment."))
    return undefined
  }
  shown = undefined
  show(
    element("h1", {}, "The shop does not answer"),
    element("p", { class: "soft" }, "This page keeps trying by itself.")
  )
  return LATER_MS
}
