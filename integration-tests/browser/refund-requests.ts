import { Client } from "pg"
import type {
  AdminCryptoRefundRequest,
  AdminCryptoRefundRequestLinkResponse,
} from "../../src/api/types"
import type { Demo } from "../demo/start-demo"
import { eventually } from "../support/eventually"
import { readShown } from "../support/shop/admin-actions"
import { HttpClient, logInAsAdmin } from "../support/store"

/** Requests refunds as the merchant does, and enters addresses as the customer does. */
export class RefundRequests {
  private constructor(
    private readonly demo: Demo,
    private readonly admin: HttpClient,
    private readonly customer: HttpClient
  ) {}

  static async open(demo: Demo): Promise<RefundRequests> {
    const admin = await logInAsAdmin(demo.url, demo.adminUser)
    const customer = new HttpClient(demo.url, {
      "x-publishable-api-key": demo.store.publishableKey,
    })
    return new RefundRequests(demo, admin, customer)
  }

  /** Requests what is left of a payment. */
  async request(paymentId: string): Promise<{ id: string; token: string }> {
    const { refund_request, token } =
      await this.admin.post<AdminCryptoRefundRequestLinkResponse>(
        `/admin/crypto-payments/${paymentId}/refund-requests`,
        { shown: await readShown(this.admin, paymentId) }
      )
    return { id: refund_request.id, token }
  }

  /** Requests what is left of the payment of a cart, once it is settled: its order is paid a moment before. */
  async requestFor(cartId: string): Promise<{ id: string; token: string }> {
    const path = `/admin/crypto-payments?state=settled&cart_id=${cartId}`
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

  async enterAddress(token: string, address: string): Promise<void> {
    const body = { address, confirm: true }
    const [id, secret] = token.split(".")
    await this.customer
      .with("x-crypto-refund-secret", secret)
      .post(`/store/crypto-refunds/${id}`, body)
  }

  async revoke(id: string): Promise<void> {
    const { state } = await this.find(id)
    const path = `/admin/crypto-payments/refund-requests/${id}/revoke`
    await this.admin.post(path, { shown: { state } })
  }

  async send(id: string, transaction_hash: string): Promise<void> {
    const path = `/admin/crypto-payments/refund-requests/${id}/send`
    const { address } = await this.find(id)
    await this.admin.post(path, { address, transaction_hash })
  }

  async find(id: string): Promise<AdminCryptoRefundRequest> {
    const { refund_requests } = await this.admin.get<{
      refund_requests: AdminCryptoRefundRequest[]
    }>("/admin/crypto-payments/refund-requests?limit=1000")
    const found = refund_requests.find((request) => request.id === id)
    if (!found) throw new Error(`There is no refund request ${id}.`)
    return found
  }

  /** Lets the days of a link pass. */
  async expire(id: string): Promise<void> {
    const db = new Client({ connectionString: this.demo.databaseUrl })
    await db.connect()
    try {
      await db.query(
        `UPDATE crypto_refund_request
            SET expires_at = now() - interval '1 second' WHERE id = $1`,
        [id]
      )
    } finally {
      await db.end()
    }
  }
}
