import type { SandboxControl } from "../../fleet"
import { HttpRefusal, type HttpClient } from "../../store/http-client"
import type { SeededStore } from "../../store/seed-store"
import { type Completion, Shopper } from "../../store/shopper"
import { patiently } from "../patience"
import type { Random } from "../random"

export const CRYPTO = "pp_crypto_crypto"
export const OTHER = "pp_system_default"

/** Where the buyers are. */
export type Scene = {
  /** Address of Medusa. */
  url: string
  store: SeededStore
  gateway: SandboxControl
  /** The merchant, at Medusa's admin API. */
  admin: HttpClient
  /** Base address and credentials of the gateway's own API. */
  api: { url: string; merchantId: string; apiKey: string }
}

/** An opened payment. */
export type Opened = { sessionId: string; gatewayId: string }

/** One buyer, who tries again while the shop is down. */
export class Buyer {
  private readonly shopper: Shopper

  constructor(
    readonly scene: Scene,
    readonly random: Random
  ) {
    this.shopper = new Shopper(scene.url, scene.store)
  }

  /** A cart of downloads that lacks nothing but its payment. */
  cart(): Promise<string> {
    return this.newCart(this.item("guide", this.random.whole(1, 3)))
  }

  /** A cart with a single piece that is shipped, ready to be paid. */
  async cartOf(handle: string): Promise<string> {
    const cartId = await this.newCart(this.item(handle, 1))
    await patiently(() =>
      this.shopper.chooseShipping(cartId, this.scene.store.shippingOptionId)
    )
    return cartId
  }

  /** Puts something more into the cart, which changes its price. */
  async change(cartId: string): Promise<void> {
    const line = this.item("wallpaper", this.random.whole(1, 3))
    await patiently(() =>
      this.shopper.post(`/store/carts/${cartId}/line-items`, line)
    )
  }

  async open(cartId: string): Promise<Opened> {
    const session = await patiently(() =>
      this.shopper.startPayment(cartId, CRYPTO)
    )
    return {
      sessionId: session.id,
      gatewayId: String(session.data?.gateway_payment_id),
    }
  }

  async switchToOther(cartId: string): Promise<void> {
    await patiently(() => this.shopper.startPayment(cartId, OTHER))
  }

  /** Null where the shop refuses, as it must while the cart is unpaid. */
  async complete(cartId: string): Promise<Completion | null> {
    return this.unlessRefused(() =>
      patiently(() => this.shopper.complete(cartId))
    )
  }

  /** Pays as planned, or late where the countdown has ended meanwhile. */
  async pay(
    { gatewayId }: Opened,
    kind: "exact" | "under" | "over" = "exact"
  ): Promise<void> {
    const { gateway } = this.scene
    const paid = await this.unlessRefused(() => gateway.pay(gatewayId, kind))
    if (!paid) {
      await this.unlessRefused(() => gateway.pay(gatewayId, "late"))
    }
  }

  async payLate({ gatewayId }: Opened): Promise<void> {
    const { gateway } = this.scene
    await this.unlessRefused(() => gateway.expire(gatewayId))
    await this.unlessRefused(() => gateway.pay(gatewayId, "late"))
  }

  /** What the return page shows, once. */
  async look({ sessionId }: Opened): Promise<string | undefined> {
    const answer = await this.unlessRefused(() =>
      patiently(() =>
        this.shopper.get<{ crypto_payment: { state: string } }>(
          `/store/crypto-payments/${sessionId}`
        )
      )
    )
    return answer?.crypto_payment.state
  }

  /** Null in place of an answer of 4xx, which is the other side's right. */
  async unlessRefused<Answer>(
    act: () => Promise<Answer>
  ): Promise<Answer | null> {
    try {
      return await act()
    } catch (error) {
      if (error instanceof HttpRefusal && error.status < 500) return null
      throw error
    }
  }

  private async newCart(item: ReturnType<Buyer["item"]>): Promise<string> {
    const { cart } = await patiently(() =>
      this.shopper.post<{ cart: { id: string } }>("/store/carts", {
        region_id: this.scene.store.regionId,
        email: `buyer-${this.random.whole(0, 2 ** 31)}@example.test`,
        items: [item],
        shipping_address: {
          first_name: "Ada",
          last_name: "Buyer",
          address_1: "Main Street 1",
          postal_code: "10115",
          city: "Town",
          country_code: this.scene.store.countryCode,
        },
      })
    )
    return cart.id
  }

  private item(handle: string, quantity: number) {
    const { variantId } = this.scene.store.products[handle]
    return { variant_id: variantId, quantity }
  }
}
