import { Client } from "pg"
import type { Browser } from "playwright-core"
import { type AuditReport, audit } from "../../support/audit"
import { eventually } from "../../support/eventually"
import { type Demo, type DemoOptions, startDemo } from "../../demo/start-demo"
import { SandboxControl } from "../../support/instances"
import { AdminActions } from "../../support/shop/admin-actions"
import type { ChromiumOptions } from "../../support/browser/chromium"
import {
  cartWith,
  type HttpClient,
  Shopper,
  logInAsAdmin,
} from "../../support/store"
import { launchBrowser } from "../../support/browser/launch-browser"
import { PaymentLinks } from "./payment-links"
import { Visitor } from "./visitor"

const STEP_LIMIT_MS = 60_000
const MANUAL = "pp_system_default"

/** An order as the admin API lists it. */
export type PlacedOrder = {
  id: string
  email: string
  payment_status: string
  total: number
}

/** An attempt as the ledger has it. */
export type LedgerLine = {
  revision: number
  state: string
  gateway_payment_id: string
  /** Whether the cart's payment session is one of its own. */
  chosen: boolean
}

/** The demo with people in it: shoppers in browsers, the gateway's other side, the books. */
export class Stage {
  private visitors: Visitor[] = []
  private readonly decisions: AdminActions

  private constructor(
    readonly demo: Demo,
    readonly gateway: SandboxControl,
    readonly shopper: Shopper,
    readonly links: PaymentLinks,
    private readonly admin: HttpClient,
    private readonly db: Client,
    private readonly chromium: Browser
  ) {
    this.decisions = new AdminActions(admin)
  }

  static async open(options: DemoOptions): Promise<Stage> {
    const demo = await startDemo({ admin: false, ...options })
    try {
      return await Stage.on(demo)
    } catch (error) {
      await demo.stop()
      throw error
    }
  }

  /** In a demo that runs; also enables a payment provider without crypto. */
  static async on(demo: Demo): Promise<Stage> {
    const admin = await logInAsAdmin(demo.url, demo.adminUser)
    await admin.post(`/admin/regions/${demo.store.regionId}`, {
      payment_providers: ["pp_crypto_crypto", "pp_crypto-h2h_crypto", MANUAL],
    })
    const db = new Client({ connectionString: demo.databaseUrl })
    await db.connect()
    const gateway = new SandboxControl(demo.sandbox)
    const shopper = new Shopper(demo.url, demo.store)
    const links = new PaymentLinks(admin, demo.store)
    const chromium = await launchBrowser()
    return new Stage(demo, gateway, shopper, links, admin, db, chromium)
  }

  /** Ends the demo as well. */
  async close(): Promise<void> {
    await this.leave()
    await this.demo.stop()
  }

  /** The demo goes on. */
  async leave(): Promise<void> {
    await this.allLeave()
    await this.chromium.close()
    await this.db.end()
  }

  /** A shopper with a fresh browser; those of a test leave after it. */
  async visitor(options?: ChromiumOptions): Promise<Visitor> {
    const visitor = await Visitor.arrive(this.demo, this.chromium, options)
    this.visitors.push(visitor)
    return visitor
  }

  /** A cart with one piece, address and shipping; the id of it. */
  cart(
    handle: "guide" | "mug" | "shirt" | "notebook",
    email: string
  ): Promise<string> {
    return cartWith(this.shopper, this.demo.store, handle, email)
  }

  /** Where the gateway leads the shopper of a payment back to. */
  async returnUrls(
    id: string
  ): Promise<{ success_url: string; fail_url: string }> {
    const { success_url, fail_url } = await this.gateway.payment(id)
    if (!success_url || !fail_url) throw new Error(`${id} leads nowhere.`)
    return { success_url, fail_url }
  }

  /** Puts one more piece into a cart, as another tab would. */
  async addPiece(cartId: string, handle = "guide"): Promise<void> {
    const { variantId } = this.demo.store.products[handle]
    await this.shopper.addItem(cartId, { variantId })
  }

  /** The cart becomes an order that was not paid in crypto. */
  async payOtherwise(cartId: string): Promise<void> {
    await this.shopper.startPayment(cartId, MANUAL)
    await this.shopper.placeOrder(cartId)
  }

  /** Accepts a cart's payment as it is shown; it needs attention before the shopper sees that. */
  async acceptShortfall(cartId: string): Promise<void> {
    const { id } = await this.newestOf(cartId)
    await this.decisions.accept(id)
  }

  async orders(email: string): Promise<PlacedOrder[]> {
    const { orders } = await this.admin.get<{ orders: PlacedOrder[] }>(
      "/admin/orders?fields=id,email,total,payment_status&limit=100"
    )
    return orders.filter((order) => order.email === email)
  }

  /** Core writes an order before it books the money on it. */
  paidOrders(email: string): Promise<PlacedOrder[]> {
    return eventually(
      async () => {
        const orders = await this.orders(email)
        const paid = orders.filter(
          ({ payment_status }) => payment_status === "captured"
        )
        return orders.length > 0 && paid.length === orders.length
          ? orders
          : undefined
      },
      {
        limitMs: STEP_LIMIT_MS,
        otherwise: `There is no paid order of ${email}.`,
      }
    )
  }

  /** The attempts of a cart, or of a collection without one, oldest first. */
  async ledger(id: string): Promise<LedgerLine[]> {
    const { rows } = await this.db.query<LedgerLine>(
      `SELECT revision, state, gateway_payment_id,
              EXISTS (
                SELECT 1 FROM payment_session session
                  JOIN crypto_payment_session link USING (id)
                 WHERE link.crypto_payment_id = crypto_payment.id
                   AND session.deleted_at IS NULL
              ) AS chosen
         FROM crypto_payment
        WHERE $1 IN (cart_id, payment_collection_id) AND deleted_at IS NULL
        ORDER BY revision`,
      [id]
    )
    return rows
  }

  /** Of the cart's newest attempt, as `sessionOf`. */
  async collectionOf(cartId: string): Promise<string> {
    return (await this.newestOf(cartId)).payment_collection_id
  }

  async sessionOf(cartId: string): Promise<string> {
    return (await this.newestOf(cartId)).payment_session_id
  }

  /** The open attempts that the cart's payment session belongs to: one at most. */
  async live(cartId: string): Promise<LedgerLine[]> {
    const attempts = await this.ledger(cartId)
    return attempts.filter(({ state, chosen }) => chosen && state === "open")
  }

  private async newestOf(cartId: string) {
    const { rows } = await this.db.query<
      Record<"id" | "payment_collection_id" | "payment_session_id", string>
    >(
      `SELECT id, payment_collection_id, payment_session_id FROM crypto_payment
        WHERE cart_id = $1 ORDER BY revision DESC LIMIT 1`,
      [cartId]
    )
    return rows[0]
  }

  /** To be called between tests: browsers end, and so do the gateway's faults. */
  async allLeave(): Promise<void> {
    await Promise.all(this.visitors.splice(0).map((each) => each.leave()))
    await this.gateway.clearFaults()
  }

  /** What the auditor finds once no webhook is under way. */
  async audited(): Promise<AuditReport> {
    await eventually(
      async () => {
        const deliveries = await this.gateway.deliveries()
        return deliveries.some(({ state }) => state === "waiting")
          ? undefined
          : true
      },
      { limitMs: STEP_LIMIT_MS, otherwise: "Webhooks are still under way." }
    )
    const { databaseUrl } = this.demo
    return await audit({
      databaseUrl,
      gateway: this.gateway,
      testModes: { pp_crypto_crypto: true },
    })
  }
}
