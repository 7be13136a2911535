import type { Figure } from "./figure"
import { startInProcessShop } from "./in-process-shop"
import { benchReconciling } from "./reconciling"
import { benchWebhookToOrder } from "./webhook-to-order"

/** What needs Medusa's own workflows at hand. Medusa starts once in a process. */
export async function benchInProcess(): Promise<Figure[]> {
  const shop = await startInProcessShop()
  try {
    return [
      ...(await benchWebhookToOrder(shop)),
      ...(await benchReconciling(shop)),
    ]
  } finally {
    await shop.stop()
  }
}
