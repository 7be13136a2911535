import { type Instances, startInstances } from "../support/instances"
import { Shopper } from "../support/store"
import { farFromNow } from "../support/store/far-from-now"
import { atMost, type Figure } from "./figure"
import { type Contender, ratios, timeRounds } from "./timing"

/**
 * Opening a payment at a Medusa in production mode, with our provider against
 * Medusa's own, which calls no gateway.
 */
export async function benchOpening(): Promise<Figure[]> {
  const instances = await startInstances({
    reconcileSchedule: farFromNow(),
    database: "opening",
  })
  try {
    const opening = await timeRounds(
      {
        ours: opened(instances, "pp_crypto_crypto"),
        system: opened(instances, "pp_system_default"),
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
    await instances.stop()
  }
}

/** A payment session for a cart whose payment collection is there already. */
function opened(
  { servers: [server], store }: Instances,
  providerId: string
): Contender<string> {
  const shopper = new Shopper(server.url, store)
  const { variantId } = store.products.ebook
  return {
    async prepare() {
      const cart = await shopper.prepareCart([{ variantId }], {})
      return (await shopper.paymentCollection(cart.id)).id
    },
    run: (collectionId) => shopper.openSession(collectionId, providerId),
  }
}
