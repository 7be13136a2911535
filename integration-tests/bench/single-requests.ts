import { Pool } from "undici"
import { eventually } from "../support/eventually"
import {
  type Instances,
  SandboxControl,
  startInstances,
} from "../support/instances"
import { openPayment } from "../support/shop/open-payment"
import { Shopper } from "../support/store"
import { farFromNow } from "../support/store/far-from-now"
import { timeEachOne, type TimedContender } from "./each-one"
import { atLeast, atMost, type Figure } from "./figure"
import { type Contender, ratios, timeRounds } from "./rounds"
import { type Sent, signed } from "./signed-delivery"

const CONCURRENCY = 16

/**
 * Single requests to a Medusa in production mode: webhooks that are no news,
 * forged or unsigned against `GET /health`, and opening a payment with our provider against
 * opening one with Medusa's own, which calls no gateway.
 */
export async function benchSingleRequests(): Promise<Figure[]> {
  const instances = await startInstances({
    reconcileSchedule: farFromNow(),
    database: "single-requests",
  })
  const [server] = instances.servers
  const pool = new Pool(server.url, { connections: CONCURRENCY })
  try {
    const delivery = await settledDelivery(instances)
    const genuine = signed(delivery, instances.sandbox.webhookSecret)
    const forged = signed(delivery, "not-the-secret")
    const unsigned = { ...genuine, headers: {} }
    const get = { path: "/health", method: "GET" } as const
    const rounds = await timeRounds(
      {
        duplicates: atOnce(pool, { ...genuine, expected: 200 }),
        forged: atOnce(pool, { ...forged, expected: 401 }),
        unsigned: atOnce(pool, { ...unsigned, expected: 401 }),
        health: atOnce(pool, { ...get, expected: 200 }),
      },
      { rounds: 5, times: 1_500 }
    )
    const opening = await timeEachOne(
      {
        ours: opened(instances, "pp_crypto_crypto"),
        system: opened(instances, "pp_system_default"),
      },
      { rounds: 5, times: 10 }
    )
    return [
      atLeast(
        0.4,
        "duplicate webhooks per second / GET /health",
        ratios(rounds, "duplicates", "health")
      ),
      atLeast(
        0.7,
        "forged webhooks refused per second / GET /health",
        ratios(rounds, "forged", "health")
      ),
      atLeast(
        0.7,
        "webhooks without signature refused per second / GET /health",
        ratios(rounds, "unsigned", "health")
      ),
      atMost(
        1.3,
        "opening a payment, p50 / with pp_system_default",
        ratios(opening.p50, "ours", "system")
      ),
    ]
  } finally {
    await pool.close()
    await instances.stop()
  }
}

/** The body of a webhook that a payment was settled by. */
async function settledDelivery(instances: Instances): Promise<string> {
  const gateway = new SandboxControl(instances.sandbox)
  const shopper = new Shopper(instances.url, instances.store)
  const { ebook } = instances.store.products
  const item = { variantId: ebook.variantId }
  const { gatewayId } = await openPayment(shopper, [item])
  await gateway.pay(gatewayId)
  const delivered = async () => {
    const deliveries = await gateway.deliveries(gatewayId)
    return deliveries.find(({ state }) => state === "delivered")
  }
  const { body } = await eventually(delivered, {
    otherwise: "The webhook was not delivered",
  })
  return body
}

function atOnce(
  pool: Pool,
  { expected, ...sent }: Sent & { expected: number }
): Contender {
  return async (times) => {
    let left = times
    const worker = async () => {
      while (left > 0) {
        left -= 1
        const { statusCode, body } = await pool.request(sent)
        await body.dump()
        if (statusCode !== expected) {
          throw new Error(`${sent.path} was answered ${statusCode}`)
        }
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  }
}

/** A payment session for a cart whose payment collection is there already. */
function opened(
  { servers: [server], store }: Instances,
  providerId: string
): TimedContender<string> {
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
