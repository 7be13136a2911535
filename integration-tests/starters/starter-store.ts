import type {
  AdminCryptoRefundRequest,
  AdminCryptoRefundRequestLinkResponse,
} from "../../src/api/types"
import { eventually } from "../support/eventually"
import { SandboxControl } from "../support/instances"
import { PACKED_STORE_ADMIN, PackedStore } from "../package/packed-store"
import {
  addToOrder,
  dueCollection,
  type HttpClient,
  logInAsAdmin,
  Shopper,
} from "../support/store"
import { enablePayments, type Region } from "./enable-payments"

const ORDER_LIMIT_MS = 60_000

export type StoreOrder = {
  id: string
  total: number
  currency_code: string
  payment_status: string
}

export type Attempt = {
  id: string
  state: string
  gateway_payment_id: string
  version: number
}

type Variant = {
  id: string
  inventory_items: {
    inventory: { id: string; location_levels: { location_id: string }[] }
  }[]
}

/** The starter's backend with the plugin, its sandbox, and the starter's own products. */
export class StarterStore {
  readonly gateway: SandboxControl

  private constructor(
    private readonly packed: PackedStore,
    private readonly admin: HttpClient,
    readonly publishableKey: string,
    private readonly regions: Record<Region, string>
  ) {
    this.gateway = new SandboxControl({
      controlUrl: packed.sandbox.control_url,
    })
  }

  /** Builds, migrates and starts the backend, which seeds itself. */
  static async start(
    backend: string,
    databaseUrl: string,
    storefrontUrls: string[]
  ): Promise<StarterStore> {
    const packed = await PackedStore.prepare(backend, databaseUrl, {
      STORE_CORS: storefrontUrls.join(","),
      ADMIN_CORS: "http://localhost:9000",
      AUTH_CORS: storefrontUrls.join(","),
    })
    try {
      await packed.migrate()
      await packed.addAdmin()
      await packed.build()
      await packed.start()
      const admin = await logInAsAdmin(packed.baseUrl, PACKED_STORE_ADMIN)
      const { api_keys } = await admin.get<{ api_keys: { token: string }[] }>(
        "/admin/api-keys?type=publishable"
      )
      const regions = await enablePayments(admin)
      return new StarterStore(packed, admin, api_keys[0].token, regions)
    } catch (error) {
      await packed.stop()
      throw error
    }
  }

  get medusaUrl(): string {
    return this.packed.baseUrl
  }

  get gatewayUrl(): string {
    return this.packed.sandbox.url
  }

  /** Goes on with `medusa develop`. */
  develop(): Promise<void> {
    return this.packed.develop()
  }

  stop(): Promise<void> {
    return this.packed.stop()
  }

  shopper(region: Region = "dk"): Shopper {
    return new Shopper(this.medusaUrl, {
      publishableKey: this.publishableKey,
      regionId: this.regions[region],
      countryCode: region,
    })
  }

  /** A cart with one piece, address and shipping; its id. */
  async cart(
    email: string,
    {
      sku = "SHIRT-S-BLACK",
      region = "dk",
    }: { sku?: string; region?: Region } = {}
  ): Promise<string> {
    const { id } = await this.variant(sku)
    const shopper = this.shopper(region)
    const cart = await shopper.prepareCart([{ variantId: id }], { email })
    const [option] = await shopper.shippingOptions(cart.id)
    await shopper.chooseShipping(cart.id, option.id)
    return cart.id
  }

  /** Puts one more piece into a cart, as another tab would. */
  async addPiece(cartId: string, sku = "SHIRT-S-BLACK"): Promise<void> {
    const { id } = await this.variant(sku)
    await this.shopper().addItem(cartId, { variantId: id })
  }

  async setStock(sku: string, pieces: number): Promise<void> {
    const { inventory_items } = await this.variant(sku)
    const [{ inventory }] = inventory_items
    const [{ location_id }] = inventory.location_levels
    await this.admin.post(
      `/admin/inventory-items/${inventory.id}/location-levels/${location_id}`,
      { stocked_quantity: pieces }
    )
  }

  /** The attempts of a cart, or of a payment collection without one, oldest first. */
  async attempts(subjectId: string): Promise<Attempt[]> {
    const { crypto_payments } = await this.admin.get<{
      crypto_payments: Attempt[]
    }>(`/admin/crypto-payments?q=${subjectId}&order=created_at`)
    return crypto_payments
  }

  /** Adds one piece to a placed order; the payment collection of what is due now. */
  async addToOrder(orderId: string, sku = "SHIRT-S-BLACK"): Promise<string> {
    const { id } = await this.variant(sku)
    await addToOrder(this.admin, orderId, id)
    const due = await dueCollection(this.admin, orderId)
    if (!due) throw new Error(`Nothing is due for ${orderId}.`)
    return due
  }

  /** What an order costs, and what is not paid of it yet. */
  async worth(orderId: string): Promise<{ total: number; due: number }> {
    const { order } = await this.admin.get<{
      order: { total: number; summary: { pending_difference: number } }
    }>(`/admin/orders/${orderId}?fields=total,summary`)
    return { total: order.total, due: order.summary.pending_difference }
  }

  /** Requests the refund of a cart's payment, as the merchant does. */
  async requestRefund(cartId: string): Promise<{ id: string; token: string }> {
    const [{ id, version }] = await this.untilState(cartId, "settled")
    const { refund_request, token } =
      await this.admin.post<AdminCryptoRefundRequestLinkResponse>(
        `/admin/crypto-payments/${id}/refund-requests`,
        { shown: { version } }
      )
    return { id: refund_request.id, token }
  }

  async refundRequest(id: string): Promise<AdminCryptoRefundRequest> {
    const { refund_requests } = await this.admin.get<{
      refund_requests: AdminCryptoRefundRequest[]
    }>("/admin/crypto-payments/refund-requests?limit=1000")
    const found = refund_requests.find((request) => request.id === id)
    if (!found) throw new Error(`There is no refund request ${id}.`)
    return found
  }

  /** Waits until a paid cart needs a person. */
  async untilAttention(cartId: string): Promise<void> {
    await this.untilState(cartId, "attention")
  }

  private async untilState(
    cartId: string,
    state: "settled" | "attention"
  ): Promise<Attempt[]> {
    return await eventually(
      async () => {
        const attempts = await this.attempts(cartId)
        const found = attempts.filter((attempt) => attempt.state === state)
        return found.length > 0 ? found : undefined
      },
      {
        limitMs: ORDER_LIMIT_MS,
        otherwise: `No payment of ${cartId} is in the state ${state}.`,
      }
    )
  }

  /** The only order of `email`, once it is paid for. */
  async paidOrder(email: string): Promise<StoreOrder> {
    return await eventually(
      async () => {
        const orders = await this.orders(email)
        if (orders.length > 1) throw new Error(`${email} has two orders.`)
        const [order] = orders
        return order?.payment_status === "captured" ? order : undefined
      },
      {
        limitMs: ORDER_LIMIT_MS,
        otherwise: `There is no paid order of ${email}.`,
      }
    )
  }

  async orders(email: string): Promise<StoreOrder[]> {
    const { orders } = await this.admin.get<{
      orders: (StoreOrder & { email: string })[]
    }>(
      "/admin/orders?fields=id,email,total,currency_code,payment_status&limit=100"
    )
    return orders.filter((order) => order.email === email)
  }

  private async variant(sku: string): Promise<Variant> {
    const { variants } = await this.admin.get<{ variants: Variant[] }>(
      `/admin/product-variants?sku=${sku}&fields=id,inventory_items.inventory.id,inventory_items.inventory.location_levels.location_id`
    )
    if (variants.length !== 1) throw new Error(`There is no variant ${sku}.`)
    return variants[0]
  }
}
