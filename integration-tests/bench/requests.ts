import { startInstances } from "../support/instances"
import { StoreDriver } from "../support/store-driver"
import { farFromNow } from "../support/store/far-from-now"
import { webhookHeaders } from "../support/webhook-headers"
import { atLeast, atMost, type Figure } from "./figure"
import { type Contender, ratios, timeRounds } from "./timing"

const HOSTED = "pp_crypto_crypto"

/**
 * At a Medusa in production mode: opening a payment with our provider against Medusa's own, which
 * calls no gateway; webhooks that change nothing, because they came before or are forged, against
 * Medusa's emptiest answer.
 */
export async function benchRequests(): Promise<Figure[]> {
  const instances = await startInstances({
    reconcileSchedule: farFromNow(),
    database: "requests",
  })
  const driver = new StoreDriver(instances)
  const { shopper, control } = driver
  /** A payment session for a cart whose payment collection is there already. */
  const opened = (providerId: string): Contender<string> => ({
    prepare: async () =>
      (await shopper.paymentCollection(await driver.cart("ebook"))).id,
    run: (collectionId) => shopper.openSession(collectionId, providerId),
  })
  try {
    await driver.open()
    const opening = await timeRounds(
      { ours: opened(HOSTED), system: opened("pp_system_default") },
      { rounds: 5, times: 10 }
    )
    const sale = await driver.openPayment("ebook")
    await driver.pay(sale)
    await driver.untilState(sale, "settled")
    const [{ body }] = await control.deliveries(sale.gatewayId)
    const webhook =
      (secret: string, from: Record<string, string> = {}) =>
      () => ({
        method: "POST",
        headers: { ...webhookHeaders(body, secret), ...from },
        body,
      })
    // A hundred of them a minute are still answered 401.
    const stranger = { "x-forwarded-for": "198.51.100.9" }
    const hookUrl = `${instances.url}/hooks/crypto/${HOSTED}`
    const { webhookSecret } = instances.sandbox
    const deliveries = await timeRounds(
      {
        duplicate: answered([200], hookUrl, webhook(webhookSecret)),
        forged: answered([401], hookUrl, webhook("forged")),
        refused: answered([401, 429], hookUrl, webhook("forged", stranger)),
        health: answered([200], `${instances.url}/health`),
      },
      { rounds: 5, times: 500, inFlight: 8 }
    )
    return [
      atMost(
        1.45,
        "opening a payment, p50 / with pp_system_default",
        ratios(opening, "p50", "ours", "system")
      ),
      atLeast(
        0.4,
        "duplicate webhooks per second / GET /health",
        ratios(deliveries, "perSecond", "duplicate", "health")
      ),
      atLeast(
        0.7,
        "forged webhooks per second / GET /health",
        ratios(deliveries, "perSecond", "forged", "health")
      ),
      atLeast(
        0.7,
        "forged webhooks of a refused sender per second / GET /health",
        ratios(deliveries, "perSecond", "refused", "health")
      ),
    ]
  } finally {
    await driver.close()
    await instances.stop()
  }
}

/** Requests that are answered so each time. */
function answered(
  statuses: number[],
  url: string,
  request: () => RequestInit = () => ({})
): Contender<RequestInit> {
  return {
    prepare: async () => request(),
    async run(init) {
      const answer = await fetch(url, init)
      await answer.text()
      if (!statuses.includes(answer.status)) {
        throw new Error(`${url} was answered ${answer.status}.`)
      }
    },
  }
}
