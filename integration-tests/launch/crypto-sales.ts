import { eventually } from "../demo/check/eventually"
import type { Demo } from "../demo/start-demo"
import { type HttpClient, Shopper, logInAsAdmin } from "../store"

const PROVIDER = "pp_crypto_crypto"
const SETTLE_LIMIT_MS = 60_000

/** A payment as the sandbox's control API tells of it. */
export type GatewayPayment = {
  id: string
  external_id: string
  target: { currency: string; wallet_address: string; amount: string }
}

/** A sale paid in crypto: the order, and the payment in the gateway's words. */
export type CryptoSale = { orderId: string; payment: GatewayPayment }

/** Makes sales in the demo's shop, played by API and settled by webhook. */
export class Sales {
  private constructor(
    private readonly demo: Demo,
    private readonly admin: HttpClient,
    private readonly shopper: Shopper
  ) {}

  /** Also enables `otherProvider`, to sell without crypto. */
  static async open(demo: Demo, otherProvider: string): Promise<Sales> {
    const admin = await logInAsAdmin(demo.medusaUrl, demo.adminUser)
    await admin.post(`/admin/regions/${demo.store.regionId}`, {
      payment_providers: [PROVIDER, otherProvider],
    })
    return new Sales(demo, admin, new Shopper(demo.medusaUrl, demo.store))
  }

  /** `confirmation` is how the gateway comes to call the payment paid. */
  async inCrypto(
    coin: string,
    confirmation: "pay" | "confirm-manual"
  ): Promise<CryptoSale> {
    const cartId = await this.cart()
    const { data } = await this.shopper.startPayment(cartId, PROVIDER)
    const path = `payments/${String(data?.gateway_payment_id)}`
    await this.control(`${path}/coin`, { currency: coin })
    const payment = await this.control(`${path}/${confirmation}`, {})
    return { orderId: await this.settledOrder(cartId), payment }
  }

  /** The id of an order that another provider took the payment for. */
  async paidBy(providerId: string): Promise<string> {
    const cartId = await this.cart()
    await this.shopper.startPayment(cartId, providerId)
    const completion = await this.shopper.complete(cartId)
    if (completion.type !== "order") throw new Error(completion.error.message)
    return completion.order.id
  }

  private async cart(): Promise<string> {
    const { guide } = this.demo.store.products
    const cart = await this.shopper.prepareCart(
      [{ variantId: guide.variantId }],
      {}
    )
    return cart.id
  }

  private settledOrder(cartId: string): Promise<string> {
    const settled = async () => {
      const { crypto_payments } = await this.admin.get<{
        crypto_payments: { order_id: string }[]
      }>(`/admin/crypto-payments?cart_id=${cartId}&state=settled`)
      return crypto_payments[0]?.order_id
    }
    return eventually(settled, {
      limitMs: SETTLE_LIMIT_MS,
      otherwise: `The payment of ${cartId} was not settled.`,
    })
  }

  private async control(path: string, body: unknown): Promise<GatewayPayment> {
    const answer = await fetch(`${this.demo.sandbox.controlUrl}/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`The sandbox refused ${path}: ${text}`)
    return JSON.parse(text)
  }
}
