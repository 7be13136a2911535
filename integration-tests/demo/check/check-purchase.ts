import { randomUUID } from "node:crypto"
import type { HttpClient } from "../../support/store/http-client"
import { Shopper } from "../../support/store/shopper"
import type { Demo } from "../start-demo"
import { deliveredWebhook } from "./delivered-webhook"
import { eventually } from "../../support/eventually"
import { logInAsAdmin } from "../../support/store/log-in-as-admin"
import { payAtCheckout } from "./pay-at-checkout"

const ORDER_LIMIT_MS = 60_000

/** What a check that went well found. */
export type CheckedPurchase = {
  order_id: string
  payment_status: "captured"
  gateway_payment_id: string
  /**
   * From the first sending of the webhook to the order's creation, or to the
   * capture where the order was placed before.
   */
  webhook_to_order_ms: number
}

type Order = {
  id: string
  email: string
  total: number
  payment_status: string
  created_at: string
  payment_collections: { payments: { captured_at: string | null }[] }[]
}

/**
 * Buys something at the demo shop without a browser. No browser returns from
 * the checkout page, or completes the cart after the payment: the webhook has
 * to do it. Where the shop places orders first, the cart is completed before.
 */
export async function checkPurchase(
  demo: Demo,
  tell: (sentence: string) => void
): Promise<CheckedPurchase> {
  const { store } = demo
  const email = `${randomUUID()}@demo.test`
  const shopper = new Shopper(demo.url, store)
  const cart = await shopper.prepareCart(
    [
      { variantId: store.products.shirt.variantId },
      { variantId: store.products.guide.variantId, quantity: 2 },
    ],
    { email, shippingOptionId: store.shippingOptionId }
  )
  const returnPage = `${demo.storefrontUrl}/return?payment_session_id={payment_session_id}`
  const session = await shopper.startPayment(cart.id, "pp_crypto_crypto", {
    success_url: returnPage,
    fail_url: returnPage,
  })
  const { checkout_url, gateway_payment_id } = session.data ?? {}
  if (
    typeof checkout_url !== "string" ||
    typeof gateway_payment_id !== "string"
  ) {
    throw new Error("The payment session names no checkout page.")
  }

  const placedId =
    demo.placeOrder === "before_payment"
      ? (await shopper.placeOrder(cart.id)).id
      : undefined
  tell(`Paying ${cart.total} ${cart.currency_code} at ${checkout_url}`)
  const leadsTo = await payAtCheckout(checkout_url)
  const expected = returnPage.replace("{payment_session_id}", session.id)
  if (leadsTo !== expected) {
    throw new Error(`The checkout page leads to ${leadsTo}, not ${expected}.`)
  }

  tell(`Waiting for the order that the webhook ${placedId ? "pays" : "places"}`)
  const { firstSentAt } = await deliveredWebhook(demo, gateway_payment_id)
  const admin = await logInAsAdmin(demo.url, demo.adminUser)
  const order = await orderOf(admin, email, placedId)
  if (order.payment_status !== "captured" || order.total !== cart.total) {
    throw new Error(
      `Order ${order.id} is ${order.payment_status} with a total of ${order.total}; the cart's was ${cart.total}.`
    )
  }
  const doneAt = placedId ? capturedAt(order) : order.created_at
  return {
    order_id: order.id,
    payment_status: order.payment_status,
    gateway_payment_id,
    webhook_to_order_ms: Date.parse(doneAt) - firstSentAt.getTime(),
  }
}

function capturedAt({ payment_collections }: Order): string {
  const times = payment_collections
    .flatMap(({ payments }) => payments)
    .flatMap(({ captured_at }) => captured_at ?? [])
  if (times.length === 1) return times[0]
  throw new Error(`The order was captured ${times.length} times.`)
}

/** By e-mail; one that was placed before is waited for until it is paid. */
function orderOf(
  admin: HttpClient,
  email: string,
  placedId: string | undefined
): Promise<Order> {
  return eventually(
    async () => {
      const { orders } = await admin.get<{ orders: Order[] }>(
        "/admin/orders?fields=id,email,total,payment_status,created_at,payment_collections.payments.captured_at"
      )
      const [order, ...more] = orders.filter((each) => each.email === email)
      if (more.length > 0) throw new Error("The cart became two orders.")
      if (!placedId) return order
      return order?.id === placedId && order.payment_status === "captured"
        ? order
        : undefined
    },
    {
      limitMs: ORDER_LIMIT_MS,
      otherwise: placedId
        ? "The webhook was accepted, but the order was not paid by it."
        : "The webhook was accepted, but no order came of it.",
    }
  )
}
