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
  /** From the first sending of the webhook to the order's creation. */
  webhook_to_order_ms: number
}

type Order = {
  id: string
  email: string
  total: number
  payment_status: string
  created_at: string
}

/**
 * Buys something at the demo shop without a browser. No
 * browser returns from the checkout page or completes the cart: the webhook
 * has to do it.
 */
export async function checkPurchase(
  demo: Demo,
  tell: (sentence: string) => void
): Promise<CheckedPurchase> {
  const { store } = demo
  const email = `${randomUUID()}@demo.test`
  const shopper = new Shopper(demo.medusaUrl, store)
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

  tell(`Paying ${cart.total} ${cart.currency_code} at ${checkout_url}`)
  const leadsTo = await payAtCheckout(checkout_url)
  const expected = returnPage.replace("{payment_session_id}", session.id)
  if (leadsTo !== expected) {
    throw new Error(`The checkout page leads to ${leadsTo}, not ${expected}.`)
  }

  tell("Waiting for the order that the webhook makes")
  const { firstSentAt } = await deliveredWebhook(demo, gateway_payment_id)
  const admin = await logInAsAdmin(demo.medusaUrl, demo.adminUser)
  const order = await orderOf(admin, email)
  if (order.payment_status !== "captured" || order.total !== cart.total) {
    throw new Error(
      `Order ${order.id} is ${order.payment_status} with a total of ${order.total}; the cart's was ${cart.total}.`
    )
  }
  return {
    order_id: order.id,
    payment_status: order.payment_status,
    gateway_payment_id,
    webhook_to_order_ms: Date.parse(order.created_at) - firstSentAt.getTime(),
  }
}

function orderOf(admin: HttpClient, email: string): Promise<Order> {
  return eventually(
    async () => {
      const { orders } = await admin.get<{ orders: Order[] }>(
        "/admin/orders?fields=id,email,total,payment_status,created_at"
      )
      return orders.find((order) => order.email === email)
    },
    {
      limitMs: ORDER_LIMIT_MS,
      otherwise: "The webhook was accepted, but no order came of it.",
    }
  )
}
