import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { cryptoPaymentEvents } from "../modules/crypto-payment/internal"
import { confirmDelivery } from "../workflows/deliver-crypto-payment-events"

/** One of our events came back from the event bus, so that all subscribers of it get it. */
export default async function onDelivered({
  event,
  container,
}: SubscriberArgs<{ event_id: string }>) {
  await confirmDelivery(container, event.data.event_id)
}

export const config: SubscriberConfig = {
  event: Object.values(cryptoPaymentEvents),
  context: { subscriberId: "crypto-payment-delivered" },
}
