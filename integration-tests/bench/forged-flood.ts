import { setTimeout as wait } from "node:timers/promises"
import { Pool } from "undici"
import {
  type Instances,
  SandboxControl,
  startInstances,
} from "../support/instances"
import { openPayment } from "../support/shop/open-payment"
import { Shopper } from "../support/store"
import { farFromNow } from "../support/store/far-from-now"
import { timeEachOne } from "./each-one"
import { atLeast, atMost, type Figure, median } from "./figure"
import { ratios } from "./rounds"
import { PATH, type Sent, signed } from "./signed-delivery"

const PER_SECOND = 1_000
const TICK_MS = 10
/** A server that falls behind gets no more until it has answered. */
const MAX_UNDER_WAY = 256
/** The gateway's is 127.0.0.1, which has signed rightly. */
const STRANGER = "127.0.0.9"

/**
 * Genuine webhooks, each of which settles an order, on an idle server and on one that gets 1,000
 * forged ones a second from a stranger's address.
 */
export async function benchForgedFlood(): Promise<Figure[]> {
  const instances = await startInstances({
    reconcileSchedule: farFromNow(),
    database: "forged-flood",
  })
  const [server] = instances.servers
  const pool = new Pool(server.url, { connections: 4 })
  const flood = new Flood(server.url)
  try {
    const gateway = new SandboxControl(instances.sandbox)
    await gateway.addFaults({ webhooks: [{ kind: "drop", count: 1_000_000 }] })
    const shopper = new Shopper(instances.url, instances.store)
    const prepare = async () => await paid(instances, gateway, shopper)
    const deliver = async (sent: Sent) => {
      const { statusCode, body } = await pool.request(sent)
      await body.dump()
      if (statusCode !== 200) throw new Error(`It was answered ${statusCode}.`)
    }
    const idle = { prepare, run: deliver }
    const flooded = {
      prepare,
      begin: () => flood.begin(),
      run: deliver,
      end: () => flood.end(),
    }
    const timed = await timeEachOne({ idle, flooded }, { rounds: 5, times: 10 })
    return [
      atMost(
        1.5,
        "webhook to paid order, p50, with 1,000 forged webhooks a second / without",
        ratios(timed.p50, "flooded", "idle")
      ),
      atMost(
        1.5,
        "webhook to paid order, p95, with 1,000 forged webhooks a second / without",
        ratios(timed.p95, "flooded", "idle")
      ),
      atLeast(
        0.95 * PER_SECOND,
        "forged webhooks a second meanwhile",
        median(flood.reached),
        "requests"
      ),
    ]
  } finally {
    await flood.close()
    await pool.close()
    await instances.stop()
  }
}

/** A payment that is paid, and its webhook, which is not delivered yet. */
async function paid(
  instances: Instances,
  gateway: SandboxControl,
  shopper: Shopper
): Promise<Sent> {
  const { variantId } = instances.store.products.ebook
  const { gatewayId } = await openPayment(shopper, [{ variantId }])
  await gateway.pay(gatewayId)
  const [{ body }] = await gateway.deliveries(gatewayId)
  return signed(body, instances.sandbox.webhookSecret)
}

/** Forged webhooks at a steady pace, whatever they are answered. */
class Flood {
  /** Requests per second, each time. */
  readonly reached: number[] = []
  private readonly pool: Pool
  private stop = async () => {}

  constructor(url: string) {
    this.pool = new Pool(url, { connections: 64, localAddress: STRANGER })
  }

  /** Resolves when it has run for a moment. */
  async begin(): Promise<void> {
    const forged = signed('{"id":"forged"}', "not-the-secret")
    const startedMs = performance.now()
    let isOver = false
    let sent = 0
    let answered = 0
    const sending = async () => {
      while (!isOver) {
        const due = ((performance.now() - startedMs) * PER_SECOND) / 1_000
        for (; sent < due && sent - answered < MAX_UNDER_WAY; sent += 1) {
          void this.send(forged).then(() => (answered += 1))
        }
        await wait(TICK_MS)
      }
    }
    const running = sending()
    this.stop = async () => {
      this.stop = async () => {}
      isOver = true
      await running
      const tookMs = performance.now() - startedMs
      this.reached.push((answered * 1_000) / tookMs)
      while (answered < sent) await wait(TICK_MS)
    }
    await wait(1_000)
  }

  end(): Promise<void> {
    return this.stop()
  }

  async close(): Promise<void> {
    await this.end()
    await this.pool.close()
  }

  private async send(forged: Sent): Promise<void> {
    const { statusCode, body } = await this.pool.request(forged)
    await body.dump()
    if (statusCode !== 401 && statusCode !== 429) {
      throw new Error(`${PATH} was answered ${statusCode}`)
    }
  }
}
