import { Client } from "pg"
import { audit, type AuditReport } from "../support/audit"
import { eventually } from "../support/eventually"
import {
  type Instances,
  type Instance,
  type InstancesOptions,
  SandboxControl,
  startInstances,
} from "../support/instances"
import { cartWith, logInAsAdmin, Shopper } from "../support/store"
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
  sessionId: string
  gatewayId: string
  providerId: string
}

/** Two servers and a worker over one PostgreSQL and Redis, and a way to look. */
export class SeveralInstances {
  /** By cart: when the time to pay its order was ended. */
  private readonly endedAt = new Map<string, number>()

  private constructor(
    readonly instances: Instances,
    readonly gateway: SandboxControl,
    readonly db: Client
  ) {}

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
    const db = new Client({ connectionString: instances.databaseUrl })
    try {
      await db.connect()
      const admin = await logInAsAdmin(instances.url, instances.adminUser)
      await admin.post(`/admin/regions/${instances.store.regionId}`, {
        payment_providers: [CRYPTO, ORDER_FIRST],
      })
    } catch (error) {
      await instances.stop()
      throw error
    }
    return new SeveralInstances(
      instances,
      new SandboxControl(instances.sandbox),
      db
    )
  }

  async stop(): Promise<void> {
    await this.db.end().finally(() => this.instances.stop())
  }

  get worker(): Instance {
    const found = this.instances.members.find(({ mode }) => mode === "worker")
    if (!found) throw new Error("No instance is a worker.")
    return found
  }

  /** Makes a cart and opens its payment, all of it at one server. */
  async openAt(
    server: Instance,
    handle: "ebook" | "shirt" = "ebook",
    providerId = CRYPTO
  ): Promise<OpenSale> {
    const { store } = this.instances
    const shopper = new Shopper(server.url, store)
    const cartId = await cartWith(shopper, store, handle)
    const session = await shopper.startPayment(cartId, providerId)
    return {
      cartId,
      sessionId: session.id,
      gatewayId: String(session.data?.gateway_payment_id),
      providerId,
    }
  }

  /** An unpaid order, opened at one server and completed at another; its id with the sale. */
  async placeUnpaid(
    one: Instance,
    other: Instance
  ): Promise<OpenSale & { orderId: string }> {
    const sale = await this.openAt(one, "shirt", ORDER_FIRST)
    const { store } = this.instances
    const order = await new Shopper(other.url, store).placeOrder(sale.cartId)
    return { ...sale, orderId: order.id }
  }

  /** The time to pay the order ends now, once the order is written down. */
  async endTime({ cartId }: OpenSale): Promise<void> {
    await eventually(
      async () => {
        const now = Date.now()
        const { rowCount } = await this.db.query(END_TIME, [cartId])
        if (!rowCount) return undefined
        this.endedAt.set(cartId, now)
        return true
      },
      { otherwise: "The unpaid order was not written down." }
    )
  }

  async orderStatus(id: string): Promise<string> {
    const order = 'SELECT status FROM "order" WHERE id = $1'
    const { rows } = await this.db.query<{ status: string }>(order, [id])
    return rows[0].status
  }

  /** Pays, and sees to it that the gateway's own webhook never comes. */
  async payWithoutWebhook({ gatewayId }: OpenSale): Promise<void> {
    await this.gateway.addFaults({ webhooks: [{ kind: "drop", count: 1 }] })
    await this.gateway.pay(gatewayId)
    await eventually(
      async () => {
        const { webhooks } = await this.gateway.waitingFaults()
        return webhooks.length === 0 ? true : undefined
      },
      { otherwise: "No webhook was dropped." }
    )
  }

  /** The status that a server answers the payment's webhook with. */
  async tell(
    server: Instance,
    { gatewayId, providerId }: OpenSale
  ): Promise<number> {
    const [{ body }] = await this.gateway.deliveries(gatewayId)
    const { webhookSecret } = this.instances.sandbox
    const answer = await fetch(`${server.url}/hooks/crypto/${providerId}`, {
      method: "POST",
      headers: webhookHeaders(body, webhookSecret),
      body,
    })
    await answer.text()
    return answer.status
  }

  complete(server: Instance, { cartId }: OpenSale): Promise<unknown> {
    return new Shopper(server.url, this.instances.store)
      .complete(cartId)
      .catch(() => null)
  }

  async stateOf({ gatewayId }: OpenSale): Promise<string | undefined> {
    const { rows } = await this.db.query<{ state: string }>(
      "SELECT state FROM crypto_payment WHERE gateway_payment_id = $1",
      [gatewayId]
    )
    return rows[0]?.state
  }

  /** How often core failed to place its order. */
  async triesOf({ gatewayId }: OpenSale): Promise<number> {
    const { rows } = await this.db.query<{ tries: number }>(
      "SELECT tries FROM crypto_payment WHERE gateway_payment_id = $1",
      [gatewayId]
    )
    return rows[0].tries
  }

  async setStock(pieces: number): Promise<void> {
    await this.db.query(
      `UPDATE inventory_level
          SET stocked_quantity = $1::int,
              raw_stocked_quantity = jsonb_build_object('value', $1::int::text, 'precision', 20)`,
      [pieces]
    )
  }

  settled(sale: OpenSale): Promise<void> {
    return this.becomes(sale, "settled")
  }

  async becomes(sale: OpenSale, state: string): Promise<void> {
    await eventually(
      async () => ((await this.stateOf(sale)) === state ? true : undefined),
      {
        limitMs: SETTLE_LIMIT_MS,
        otherwise: `${sale.gatewayId} did not become ${state}. ${this.instances.members.map((each) => each.logTail()).join("\n")}`,
      }
    )
  }

  /** Where what we know of the payment came from. */
  async sourcesOf({ gatewayId }: OpenSale): Promise<string[]> {
    const { rows } = await this.db.query<{ source: string }>(
      `SELECT DISTINCT event.source
         FROM crypto_payment_event AS event
         JOIN crypto_payment AS attempt ON attempt.id = event.crypto_payment_id
        WHERE attempt.gateway_payment_id = $1 AND event.type = 'observation'`,
      [gatewayId]
    )
    return rows.map(({ source }) => source)
  }

  audit(): Promise<AuditReport> {
    const { databaseUrl } = this.instances
    return audit({
      databaseUrl,
      gateway: this.gateway,
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
