import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { cryptoPaymentEvents } from "../modules/crypto-payment/internal"
import { deliverNotices } from "../workflows/notices"

/** At once; the job delivers what this misses, and clears the notices of settled payments. */
export default async function onNoticed({
  container,
}: SubscriberArgs<{ id: string }>) {
  await deliverNotices(container)
}

export const config: SubscriberConfig = {
  event: [
    cryptoPaymentEvents.attentionRequired,
    cryptoPaymentEvents.resolved,
    cryptoPaymentEvents.refundAddressEntered,
    cryptoPaymentEvents.refundSent,
  ],
  context: { subscriberId: "crypto-payment-notices" },
}
