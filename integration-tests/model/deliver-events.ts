import onOrderCanceled from "../../src/subscribers/order-canceled"
import onOrderPlaced from "../../src/subscribers/order-placed"
import onPaymentCaptured from "../../src/subscribers/payment-captured"
import { CRYPTO_PAYMENT_MODULE } from "../../src/modules/crypto-payment/module-key"
import type { Shop } from "./shop"
import { ShopProcess } from "./shop-process"

/** So many events do not come of one deed, unless one brings about the next. */
const maxEvents = 100

/** What core's event bus brings to the plugin's subscribers. */
export async function deliverEvents(shop: Shop): Promise<void> {
  let delivered = 0
  for (let event; (event = shop.events.shift());) {
    const { name, data } = event
    if (++delivered > maxEvents) {
      shop.faults.push(`${name} is answered by events without end`)
      shop.events = []
      return
    }
    const { container } = new ShopProcess(shop)
    const args = { event: { name, data }, container } as never
    if (name === "order.placed") await onOrderPlaced(args)
    if (name === "payment.captured") await onPaymentCaptured(args)
    if (name === "order.canceled") await onOrderCanceled(args)
    // People are notified of it in the other suites.
    if (name.startsWith("crypto_payment.")) {
      const { outbox } = container.resolve(CRYPTO_PAYMENT_MODULE)
      await outbox.remove([String(event.data.event_id)])
    }
  }
}
