import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { CRYPTO_PAYMENT_MODULE } from "../modules/crypto-payment/module-key"
import { cryptoPaymentEvents } from "../modules/crypto-payment/outbox/outbox"
import { type NotifiedEvent, notifyOfEvent } from "../workflows/notify"

/** Of which the people of the store are notified. */
const NOTIFIED: readonly string[] = [
  cryptoPaymentEvents.attentionRequired,
  cryptoPaymentEvents.refundAddressEntered,
  cryptoPaymentEvents.gatewayRefused,
  cryptoPaymentEvents.gatewayRestored,
]

/**
 * One of our events came back from the event bus, so that all subscribers of it get it. It stays in
 * the outbox until the store's people were notified: Medusa's local bus does not repeat what fails.
 */
export default async function onDelivered({
  event,
  container,
}: SubscriberArgs<NotifiedEvent>) {
  if (NOTIFIED.includes(event.name)) await notifyOfEvent(container, event)
  const { outbox } = container.resolve(CRYPTO_PAYMENT_MODULE)
  await outbox.remove([event.data.event_id])
}

export const config: SubscriberConfig = {
  event: Object.values(cryptoPaymentEvents),
  context: { subscriberId: "crypto-payment-delivered" },
}
