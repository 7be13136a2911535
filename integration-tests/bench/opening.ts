import { startInstances } from "../support/instances"
import { Shopper } from "../support/store"
import { farFromNow } from "../support/store/far-from-now"
import { atMost, type Figure } from "./figure"
import { type Contender, ratios, timeRounds } from "./timing"

/**
 * Opening a payment at a Medusa in production mode, with our provider against
 * Medusa's own, which calls no gateway.
 */
export async function benchOpening(): Promise<Figure[]> {
  const { url, store, stop } = await startInstances({
    reconcileSchedule: farFromNow(),
    database: "opening",
  })
  const shopper = new Shopper(url, store)
  const { variantId } = store.products.ebook
  /** A payment session for a cart whose payment collection is there already. */
  const opened = (providerId: string): Contender<string> => ({
    async prepare() {
      const cart = await shopper.prepareCart([{ variantId }], {})
      return (await shopper.paymentCollection(cart.id)).id
    },
    run: (collectionId) => shopper.openSession(collectionId, providerId),
  })
  try {
    const opening = await timeRounds(
      {
        ours: opened("pp_crypto_crypto"),
        system: opened("pp_system_default"),
      },
      { rounds: 5, times: 10 }
    )
    return [
      atMost(
        1.3,
        "opening a payment, p50 / with pp_system_default",
        ratios(opening, "p50", "ours", "system")
      ),
    ]
  } finally {
    await stop()
  }
}
