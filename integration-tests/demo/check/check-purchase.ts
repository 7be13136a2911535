import { randomUUID } from "node:crypto"
import { eventually } from "../../support/eventually"
import { type PlacedOrder, StoreDriver } from "../../support/store-driver"
import type { Demo } from "../start-demo"
import { payAtCheckout } from "./pay-at-checkout"

const DELIVERY_LIMIT_MS = 60_000

/** What a check that went well found. */
type CheckedPurchase = {
  order_id: string
  payment_status: "captured"
  gateway_payment_id: string
  /**
   * From the first sending of the webhook to the order's creation, or to the
   * capture where the order was placed before.
   */
  webhook_to_order_ms: number
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
  const driver = await new StoreDriver(demo).open()
  try {
    return await buy(driver, tell)
  } finally {
    await driver.close()
  }
}

async function buy(
  driver: StoreDriver<Demo>,
  tell: (sentence: string) => void
): Promise<CheckedPurchase> {
  const { shopper, shop } = driver
  const email = `${randomUUID()}@demo.test`
  const cartId = await driver.cart("shirt", email)
  await driver.addToCart(cartId, "guide")
  const { total, currency_code } = await shopper.cart(cartId)
  const returnPage = `${shop.storefrontUrl}/return?payment_session_id={payment_session_id}`
  const session = await shopper.startPayment(cartId, "pp_crypto_crypto", {
    success_url: returnPage,
    fail_url: returnPage,
  })
  const checkoutUrl = String(session.data?.checkout_url)
  const gateway_payment_id = String(session.data?.gateway_payment_id)

  const isOrderFirst = shop.placeOrder === "before_payment"
  const placed = isOrderFirst ? await shopper.placeOrder(cartId) : undefined
  tell(`Paying ${total} ${currency_code} at ${checkoutUrl}`)
  const leadsTo = await payAtCheckout(checkoutUrl)
  const expected = returnPage.replace("{payment_session_id}", session.id)
  if (leadsTo !== expected) {
    throw new Error(`The checkout page leads to ${leadsTo}, not ${expected}.`)
  }

  tell(`Waiting for the order that the webhook ${placed ? "pays" : "places"}`)
  const sentAt = await firstSending(driver, gateway_payment_id)
  const [order, ...more] = await driver.paidOrders(email)
  if (more.length > 0) throw new Error("The cart became two orders.")
  if (order.total !== total || (placed && placed.id !== order.id)) {
    throw new Error(
      `Order ${order.id} has a total of ${order.total}; the cart's was ${total}.`
    )
  }
  const doneAt = placed ? await capturedAt(driver, order) : order.created_at
  return {
    order_id: order.id,
    payment_status: "captured",
    gateway_payment_id,
    webhook_to_order_ms: Date.parse(doneAt) - Date.parse(sentAt),
  }
}

/** When the webhook of a payment was first sent, once it was accepted. */
async function firstSending(
  { gateway }: StoreDriver,
  gatewayPaymentId: string
): Promise<string> {
  const [first] = await eventually(
    async () => {
      const [last] = await gateway.deliveries(gatewayPaymentId)
      return last?.state === "delivered" ? last.attempts : undefined
    },
    {
      limitMs: DELIVERY_LIMIT_MS,
      otherwise: "The webhook was not accepted.",
    }
  )
  return first.at
}

async function capturedAt(
  { admin }: StoreDriver,
  { id }: PlacedOrder
): Promise<string> {
  const fields = "payment_collections.payments.captured_at"
  const { order } = await admin.get<{
    order: {
      payment_collections: { payments: { captured_at: string | null }[] }[]
    }
  }>(`/admin/orders/${id}?fields=${fields}`)
  const times = order.payment_collections
    .flatMap(({ payments }) => payments)
    .flatMap(({ captured_at }) => captured_at ?? [])
  if (times.length === 1) return times[0]
  throw new Error(`The order was captured ${times.length} times.`)
}
