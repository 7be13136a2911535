import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { readPayment } from "../medusa/collections"
import { findLinks, findOrderId } from "../medusa/links"
import { CRYPTO_PAYMENT_MODULE } from "../modules/crypto-payment/module-key"
import { settleIdle } from "../workflows/settle"

/**
 * Settles only when the order exists. Medusa emits `payment.captured` even when the completion
 * behind it failed, and each new completion captures again: settling on the event alone would never
 * end. `order.placed` covers later orders.
 */
export default async function onPaymentCaptured({
  event,
  container,
}: SubscriberArgs<{ id: string }>) {
  const { merchants, sessions } = container.resolve(CRYPTO_PAYMENT_MODULE)
  // As a rule the run that captured it is still settling it, or has just settled it.
  if (!(await sessions.areWaiting(event.data.id))) return
  await sessions.verifyAgain(event.data.id)
  const query = container.resolve("query")
  const payment = await readPayment(query, event.data.id)
  const sessionId = payment?.payment_session_id
  if (!sessionId) return
  const { payment_collection_id, provider_id } = payment
  if (!merchants.provider(provider_id)) return
  // For a cart only the order that is linked to the cart counts: a completion that was killed
  // during its rollback can leave its order linked to the collection.
  const filters = { payment_collection_id }
  const link = "cart_payment_collection"
  const [cart_id = null] = await findLinks(query, link, "cart_id", filters)
  if (await findOrderId(query, { cart_id, payment_collection_id })) {
    await settleIdle(container, [sessionId])
  }
}

export const config: SubscriberConfig = {
  event: "payment.captured",
  context: { subscriberId: "crypto-payment-payment-captured" },
}
