import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { eventually } from "../../support/eventually"
import { farFromNow } from "../../support/store/far-from-now"
import { StoreDriver } from "../../support/store-driver"
import type { RunOptions } from "../run-until-stopped"
import { type Demo, startDemo } from "../start-demo"
import { payAtCheckout } from "./pay-at-checkout"

const DELIVERY_LIMIT_MS = 60_000

/** What a check that went well found. */
type CheckedPurchase = {
  order_id: string
  payment_status: "captured"
  gateway_payment_id: string
  /** From the first sending of the webhook to the capture of the order. */
  webhook_to_order_ms: number
}

/**
 * `--check`: one purchase without a person. The last line on standard output
 * is its outcome as JSON; resolves to the exit code.
 */
export async function runCheck(options: RunOptions): Promise<0 | 1> {
  const outcome = await purchase(options).then(
    (checked) => ({ ok: true, ...checked }),
    (error: unknown) => ({
      ok: false,
      error: error instanceof Error ? error.message : String(error),
    })
  )
  process.stdout.write(`${JSON.stringify(outcome)}\n`)
  return outcome.ok ? 0 : 1
}

async function purchase({ progress, ...options }: RunOptions) {
  const demo = await startDemo({
    ...options,
    tell: progress.begin,
    admin: false,
    // The order can only come by webhook.
    reconcileSchedule: farFromNow(),
  })
  const [medusa] = demo.members
  const interrupted = once(options.signal, "abort").then(() => {
    throw new Error("The check was interrupted.")
  })
  try {
    return await Promise.race([
      checkPurchase(demo, progress.begin),
      medusa.untilItFails(),
      interrupted,
    ])
  } catch (error) {
    process.stderr.write(`The end of Medusa's log:\n${medusa.logTail()}\n`)
    throw error
  } finally {
    progress.begin("Stopping")
    await demo.stop()
    progress.end()
  }
}

/**
 * Buys something at the demo shop without a browser. No browser returns from
 * the hosted page, or completes the cart after the payment: the webhook has
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
  const { shopper, shop, control } = driver
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
    throw new Error(`The hosted page leads to ${leadsTo}, not ${expected}.`)
  }

  tell(`Waiting for the order that the webhook ${placed ? "pays" : "places"}`)
  const [sending] = await eventually(
    async () => {
      const [last] = await control.deliveries(gateway_payment_id)
      return last?.state === "delivered" ? last.attempts : undefined
    },
    { limitMs: DELIVERY_LIMIT_MS, otherwise: "The webhook was not accepted." }
  )
  const [order, ...more] = await driver.paidOrders(email)
  if (more.length > 0) throw new Error("The cart became two orders.")
  if (order.total !== total || (placed && placed.id !== order.id)) {
    throw new Error(
      `Order ${order.id} has a total of ${order.total}; the cart's was ${total}.`
    )
  }
  const captured = await driver.sql<{ at: Date }>(
    `SELECT captured_at AS at FROM payment
      WHERE payment_session_id = $1 AND captured_at IS NOT NULL`,
    [session.id]
  )
  if (captured.length !== 1) {
    throw new Error(`The order was captured ${captured.length} times.`)
  }
  return {
    order_id: order.id,
    payment_status: "captured",
    gateway_payment_id,
    webhook_to_order_ms: captured[0].at.getTime() - Date.parse(sending.at),
  }
}
