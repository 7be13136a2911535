import { Client } from "pg"
import type { Demo } from "../demo/start-demo"
import { eventually } from "../support/eventually"
import { RefundCustomer, RefundRequests } from "../support/shop/refund-requests"
import { type HttpClient, logInAsAdmin } from "../support/store"

/** Both sides of the demo's refunds: the merchant who requests them, and the customer with the link. */
export class DemoRefunds {
  private constructor(
    private readonly demo: Demo,
    private readonly admin: HttpClient,
    readonly merchant: RefundRequests,
    readonly customer: RefundCustomer
  ) {}

  static async open(demo: Demo): Promise<DemoRefunds> {
    const admin = await logInAsAdmin(demo.url, demo.adminUser)
    const merchant = new RefundRequests(admin)
    const { publishableKey } = demo.store
    const customer = new RefundCustomer(demo.url, publishableKey)
    return new DemoRefunds(demo, admin, merchant, customer)
  }

  /** Requests what is left of a payment. */
  async request(paymentId: string): Promise<{ id: string; token: string }> {
    const { refund_request, token } = await this.merchant.request(paymentId)
    return { id: refund_request.id, token }
  }

  /** Requests what is left of the payment of a cart, once it is settled: its order is paid a moment before. */
  async requestFor(cartId: string): Promise<{ id: string; token: string }> {
    const path = `/admin/crypto-payments?state=settled&q=${cartId}`
    const id = await eventually(
      async () => {
        const { crypto_payments } = await this.admin.get<{
          crypto_payments: { id: string }[]
        }>(path)
        return crypto_payments[0]?.id
      },
      { otherwise: `No payment of ${cartId} is settled.` }
    )
    return await this.request(id)
  }

  /** Lets the days of a link pass. */
  async expire(id: string): Promise<void> {
    await this.update(id, "expires_at = now() - interval '1 second'")
  }

  /** As if the payment's coin were on another network. */
  async moveTo(network: string, id: string): Promise<void> {
    await this.update(id, "crypto_network = $2", network)
  }

  private async update(id: string, change: string, ...values: string[]) {
    const db = new Client({ connectionString: this.demo.databaseUrl })
    await db.connect()
    try {
      await db.query(
        `UPDATE crypto_refund_request SET ${change} WHERE id = $1`,
        [id, ...values]
      )
    } finally {
      await db.end()
    }
  }
}
