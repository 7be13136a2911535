import {
  type Instance,
  type Instances,
  type InstancesOptions,
  startInstances,
} from "../support/instances"
import { eventually } from "../support/eventually"
import { Shopper } from "../support/store"
import { StoreDriver } from "../support/store-driver"
import { webhookHeaders } from "../support/webhook-headers"

const CRYPTO = "pp_crypto_crypto"
/** Of the same account at the gateway; its orders are placed before they are paid. */
const ORDER_FIRST = "pp_crypto_first"
const SETTLE_LIMIT_MS = 180_000
const END_TIME = `UPDATE crypto_unpaid_order SET cancel_at = now(), next_check_at = now()
                   WHERE id = $1 AND cancel_at IS NOT NULL`

/** A cart whose crypto payment was opened, and not yet paid. */
export type OpenSale = {
  cartId: string
  gatewayId: string
  providerId: string
}

/** Two servers and a worker over one PostgreSQL and Redis, and a way to look. */
export class SeveralInstances extends StoreDriver<Instances> {
  /** By cart: when the time to pay its order was ended. */
  private readonly endedAt = new Map<string, number>()

  static async start(
    redisProgram: string,
    options: Pick<InstancesOptions, "reconcileSchedule"> = {}
  ): Promise<SeveralInstances> {
    const instances = await startInstances({
      ...options,
      modes: ["server", "server", "worker"],
      database: "several-instances",
      redisProgram,
      environment: {
        CRYPTO_FURTHER_MERCHANTS: JSON.stringify({
          first: { placeOrder: "before_payment" },
        }),
      },
    })
    try {
      const driver = await new SeveralInstances(instances).open()
      await driver.setProviders([CRYPTO, ORDER_FIRST])
      return driver
    } catch (error) {
      await instances.stop()
      throw error
    }
  }

  async stop(): Promise<void> {
    await this.close().finally(() => this.shop.stop())
  }

  get worker(): Instance {
    const found = this.shop.members.find(({ mode }) => mode === "worker")
    if (!found) throw new Error("No instance is a worker.")
    return found
  }

  /** Makes a cart and opens its payment, all of it at one server. */
  async openAt(
    server: Instance,
    handle: "ebook" | "shirt" = "ebook",
    providerId = CRYPTO
  ): Promise<OpenSale> {
    const shopper = this.shopperAt(server)
    const cartId = await this.cart(handle, undefined, shopper)
    const { data } = await shopper.startPayment(cartId, providerId)
    return { cartId, gatewayId: String(data?.gateway_payment_id), providerId }
  }

  /** An unpaid order, opened at one server and completed at another; its id with the sale. */
  async placeUnpaidAt(
    one: Instance,
    other: Instance
  ): Promise<OpenSale & { orderId: string }> {
    const sale = await this.openAt(one, "shirt", ORDER_FIRST)
    const order = await this.shopperAt(other).placeOrder(sale.cartId)
    return { ...sale, orderId: order.id }
  }

  /** The time to pay the order ends now, once the order is written down. */
  async endTime({ cartId }: OpenSale): Promise<void> {
    await eventually(
      async () => {
        const now = Date.now()
        const { rowCount } = await this.client.query(END_TIME, [cartId])
        if (!rowCount) return undefined
        this.endedAt.set(cartId, now)
        return true
      },
      { otherwise: "The unpaid order was not written down." }
    )
  }

  async orderStatus(id: string): Promise<string> {
    const statement = 'SELECT status FROM "order" WHERE id = $1'
    const [order] = await this.sql<{ status: string }>(statement, [id])
    return order.status
  }

  /** Pays, and sees to it that the gateway's own webhook never comes. */
  async payWithoutWebhook({ gatewayId }: OpenSale): Promise<void> {
    await this.control.addFaults({ webhooks: [{ kind: "drop", count: 1 }] })
    await this.control.pay(gatewayId)
    await eventually(
      async () => {
        const { webhooks } = await this.control.waitingFaults()
        return webhooks.length === 0 ? true : undefined
      },
      { otherwise: "No webhook was dropped." }
    )
  }

  /** The status that a server answers the payment's webhook with. */
  async tell(
    server: Instance,
    { gatewayId, providerId }: OpenSale,
    webhookSecret = this.shop.sandbox.webhookSecret
  ): Promise<number> {
    const [{ body }] = await this.control.deliveries(gatewayId)
    const answer = await fetch(`${server.url}/hooks/crypto/${providerId}`, {
      method: "POST",
      headers: webhookHeaders(body, webhookSecret),
      body,
    })
    await answer.text()
    return answer.status
  }

  complete(server: Instance, { cartId }: OpenSale): Promise<unknown> {
    return this.shopperAt(server)
      .complete(cartId)
      .catch(() => null)
  }

  async becomes(sale: OpenSale, state: string): Promise<void> {
    await eventually(
      async () => (await this.stateOf(sale)) === state || undefined,
      {
        limitMs: SETTLE_LIMIT_MS,
        otherwise: `${sale.gatewayId} did not become ${state}. ${this.shop.members.map((each) => each.logTail()).join("\n")}`,
      }
    )
  }

  async stateOf({ cartId }: OpenSale): Promise<string | undefined> {
    return (await this.ledger(cartId)).at(-1)?.state
  }

  /** Where what we know of the payment came from. */
  async sourcesOf({ gatewayId }: OpenSale): Promise<string[]> {
    const rows = await this.sql<{ source: string }>(
      `SELECT DISTINCT event.source
         FROM crypto_payment_event AS event
         JOIN crypto_payment AS attempt ON attempt.id = event.crypto_payment_id
        WHERE attempt.gateway_payment_id = $1 AND event.type = 'observation'`,
      [gatewayId]
    )
    return rows.map(({ source }) => source)
  }

  private shopperAt({ url }: Instance): Shopper {
    return new Shopper(url, this.shop.store)
  }

  auditNow() {
    return this.audit({
      testModes: { [CRYPTO]: true, [ORDER_FIRST]: true },
      unpaidOrders: {
        providers: [ORDER_FIRST],
        payableMs: 24 * 60 * 60_000,
        // A job that is under way, and its next run.
        slackMs: SETTLE_LIMIT_MS,
        now: Date.now(),
        endedAt: this.endedAt,
        canceledByAdmin: new Set(),
        stock: {},
      },
    })
  }
}
