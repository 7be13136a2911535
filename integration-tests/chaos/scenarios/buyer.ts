import { setTimeout as wait } from "node:timers/promises"
import { HttpError } from "../../support/store/http-client"
import { type Completion, Shopper } from "../../support/store/shopper"
import { patiently } from "../patience"
import {
  CRYPTO,
  INLINE,
  ORDER_FIRST,
  ORDER_FIRST_INLINE,
  OTHER,
  type Region,
} from "../prepare-shop"
import type { Scenario } from "../plan"
import type { Random } from "../../support/random"
import { readShown } from "../../support/shop/admin-actions"
import type { Scene } from "../prepare-shop"

const ORDER_TRIES = 10
const ORDER_INTERVAL_MS = 500

/** An opened payment. */
export type Opened = { sessionId: string; gatewayId: string }

/** What a cart can be other than a few downloads in the shop's own region. */
export type CartInput = {
  items?: { variant_id: string; quantity: number }[]
  region?: Region
  email?: string
  promotion?: string
}

/** One buyer, who tries again while the shop is down. */
export class Buyer {
  readonly shopper: Shopper
  /** The providers that this buyer pays. */
  readonly hosted: typeof ORDER_FIRST | typeof CRYPTO
  readonly inline: string

  constructor(
    readonly scene: Scene,
    readonly random: Random,
    private readonly scenario: Scenario
  ) {
    this.shopper = new Shopper(scene.url, scene.store)
    this.hosted = scenario.orderFirst ? ORDER_FIRST : CRYPTO
    this.inline = scenario.orderFirst ? ORDER_FIRST_INLINE : INLINE
  }

  /** A cart of downloads that lacks nothing but its payment. */
  async cart(input: CartInput = {}): Promise<string> {
    const { items = [this.item("guide", this.random.whole(1, 3))] } = input
    const cartId = await this.newCart(items, input)
    if (input.promotion) {
      await patiently(() =>
        this.shopper.post(`/store/carts/${cartId}`, {
          promo_codes: [input.promotion],
        })
      )
    }
    return cartId
  }

  /** A cart with a single piece that is shipped, ready to be paid. */
  async cartOf(handle: string): Promise<string> {
    const cartId = await this.newCart([this.item(handle, 1)])
    await patiently(() =>
      this.shopper.chooseShipping(cartId, this.scene.store.shippingOptionId)
    )
    return cartId
  }

  /** As `cartOf`, but without the shipping method that its order needs. */
  cartWithoutShipping(handle: string): Promise<string> {
    return this.newCart([this.item(handle, 1)])
  }

  /** Puts something more into the cart, which changes its price. */
  async change(cartId: string): Promise<void> {
    const line = this.item("wallpaper", this.random.whole(1, 3))
    await patiently(() =>
      this.shopper.post(`/store/carts/${cartId}/line-items`, line)
    )
  }

  /** Takes it out again, and looks at a payment that was paid before it came. */
  async changeBack(cartId: string, { sessionId }: Opened): Promise<void> {
    const { items } = await patiently(() => this.shopper.cart(cartId))
    const added = this.item("wallpaper", 1)
    for (const { id, variant_id } of items ?? []) {
      if (variant_id !== added.variant_id) continue
      const path = `/store/carts/${cartId}/line-items/${id}`
      await this.unlessRefused(() => patiently(() => this.shopper.delete(path)))
    }
    const path = `/store/crypto-payments/${sessionId}?cart_id=${cartId}`
    for (let looks = 0; looks < 4; looks++) {
      await this.unlessRefused(() => patiently(() => this.shopper.get(path)))
      await wait(4_000)
    }
  }

  async open(cartId: string, provider: string = this.hosted): Promise<Opened> {
    const session = await patiently(() =>
      this.shopper.startPayment(cartId, provider)
    )
    return this.note(session)
  }

  /** Shows address and amount in the shop itself. */
  async openInline(cartId: string): Promise<Opened> {
    const { currencies } = await patiently(() =>
      this.shopper.get<{ currencies: { code: string }[] }>(
        `/store/crypto-payments/currencies?provider_id=${this.inline}`
      )
    )
    const { code } = this.random.pick(currencies)
    const session = await patiently(() =>
      this.shopper.startPayment(cartId, this.inline, { target_currency: code })
    )
    return this.note(session)
  }

  /** Of a collection, as a tab does that has been open for long. */
  async openCollection(collectionId: string): Promise<Opened | null> {
    const session = await this.unlessRefused(() =>
      patiently(() => this.shopper.openSession(collectionId, this.hosted))
    )
    return session && this.note(session)
  }

  /** Opens, pays, and completes until there is an order. */
  async order(input: CartInput = {}): Promise<string | null> {
    const cartId = await this.cart(input)
    await this.pay(await this.open(cartId))
    return this.orderOf(cartId)
  }

  /** Null where it cannot be placed within half a minute. */
  async orderOf(cartId: string): Promise<string | null> {
    for (let tries = 0; tries < ORDER_TRIES; tries++) {
      const completion = await this.complete(cartId)
      if (completion?.type === "order" && completion.order) {
        return completion.order.id
      }
      await wait(ORDER_INTERVAL_MS)
    }
    return null
  }

  /** Asks once: who gets no answer does not come back. */
  async orderOnce(cartId: string): Promise<string | null> {
    const completion = await this.shopper.complete(cartId).catch(() => null)
    // Core may answer without the order that it takes back at this moment.
    return completion?.type === "order" ? (completion.order?.id ?? null) : null
  }

  /** The ledger's id of a payment. */
  async attemptOf({ gatewayId }: Opened): Promise<string | null> {
    const { rows } = await this.scene.db.query<{ id: string }>(
      "SELECT id FROM crypto_payment WHERE gateway_payment_id = $1",
      [gatewayId]
    )
    return rows[0]?.id ?? null
  }

  /** What the merchant asks the admin API for; it may be refused. */
  askAdmin<Answer>(
    path: string,
    body?: Record<string, unknown>
  ): Promise<Answer | null> {
    return this.unlessRefused(() =>
      patiently(() => this.scene.admin.post<Answer>(path, body))
    )
  }

  /** A decision about a payment as it is shown at this moment; it may be refused. */
  decide<Answer>(
    id: string,
    action: string,
    body: Record<string, unknown> = {}
  ): Promise<Answer | null> {
    const { admin } = this.scene
    const act = async () => {
      const shown = await readShown(admin, id)
      const path = `/admin/crypto-payments/${id}/${action}`
      return await admin.post<Answer>(path, { ...body, shown })
    }
    return this.unlessRefused(() => patiently(act))
  }

  /** Once, whatever comes of it: refused, locked, or not answered at all. */
  async tryOnce(act: () => Promise<unknown>): Promise<void> {
    await act().catch(() => {})
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
    kind: "exact" | "under" | "short" | "over" = "exact"
  ): Promise<void> {
    const { gateway } = this.scene
    const paid = await this.unlessRefused(() => gateway.pay(gatewayId, kind))
    if (!paid) {
      await this.unlessRefused(() => gateway.payLate(gatewayId))
    }
  }

  async payLate({ gatewayId }: Opened): Promise<void> {
    const { gateway } = this.scene
    await this.unlessRefused(() => gateway.expire(gatewayId))
    await this.unlessRefused(() => gateway.payLate(gatewayId))
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
      if (error instanceof HttpError && error.status < 500) return null
      throw error
    }
  }

  item(handle: string, quantity: number) {
    const { variantId } = this.scene.store.products[handle]
    return { variant_id: variantId, quantity }
  }

  /** Counts a payment as one of this scenario. */
  private note(session: {
    id: string
    data?: Record<string, unknown>
  }): Opened {
    const gatewayId = String(session.data?.gateway_payment_id)
    this.scene.opened.set(gatewayId, this.scenario.kind)
    return { sessionId: session.id, gatewayId }
  }

  private async newCart(
    items: ReturnType<Buyer["item"]>[],
    { region, email }: CartInput = {}
  ): Promise<string> {
    const { store } = this.scene
    const number = this.random.whole(0, 2 ** 31)
    const { cart } = await patiently(() =>
      this.shopper.post<{ cart: { id: string } }>("/store/carts", {
        region_id: region?.id ?? store.regionId,
        email: `${email ?? "buyer"}-${number}@example.test`,
        items,
        shipping_address: {
          first_name: "Ada",
          last_name: "Buyer",
          address_1: "Main Street 1",
          postal_code: "10115",
          city: "Town",
          country_code: region?.countryCode ?? store.countryCode,
        },
      })
    )
    return cart.id
  }
}
