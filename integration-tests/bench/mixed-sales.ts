import type { OpenSale, SeveralInstances } from "../http/several-instances"

const AT_ONCE = 8
const CAPACITY_MS = 30_000

/** Sales per second with so many under way at once. */
export async function capacity(shop: SeveralInstances): Promise<number> {
  const sales = new MixedSales(shop)
  await sales.one()
  const endMs = performance.now() + CAPACITY_MS
  let count = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (performance.now() < endMs) {
        await sales.one()
        count += 1
      }
    })
  )
  return (count * 1_000) / CAPACITY_MS
}

/** Sales, one after the other at the one server and at the other. */
export class MixedSales {
  private turn = 0

  constructor(private readonly shop: SeveralInstances) {}

  /** Milliseconds from the webhook to its answer, after which it is settled; null where nobody pays. */
  async one(): Promise<number | null> {
    const { shop } = this
    const { servers } = shop.instances
    const turn = (this.turn += 1)
    const sale = await shop.openAt(servers[turn % servers.length])
    const other = servers[(turn + 1) % servers.length]
    if (turn % 10 === 0) return null
    await shop.gateway.pay(sale.gatewayId)
    const beganMs = performance.now()
    const status = await shop.tell(other, sale)
    const tookMs = performance.now() - beganMs
    if (status !== 200) throw new Error(`A webhook was answered ${status}.`)
    await this.repeat(turn, sale)
    return tookMs
  }

  /** A fifth of the webhooks comes twice, a tenth is forged. */
  private async repeat(turn: number, sale: OpenSale): Promise<void> {
    const { shop } = this
    const [server] = shop.instances.servers
    if (turn % 5 === 1) await shop.tell(server, sale)
    if (turn % 10 !== 2) return
    await fetch(`${server.url}/hooks/crypto/${sale.providerId}`, {
      method: "POST",
      headers: {
        "x-webhook-timestamp": String(Math.floor(Date.now() / 1_000)),
        "x-webhook-signature": "0".repeat(64),
      },
      body: JSON.stringify({ id: sale.gatewayId, status: "confirmed" }),
    })
  }
}
