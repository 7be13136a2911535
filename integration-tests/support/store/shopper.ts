import type { HttpTypes } from "@medusajs/framework/types"
import { HttpClient, type Late } from "./http-client"
import type { SeededStore } from "./seed-store"

/** What the shopper wants, by the id of a variant. */
export type Item = { variantId: string; quantity?: number }

type Cart = HttpTypes.StoreCart

type Session = HttpTypes.StorePaymentSession

type Completion =
  | { type: "order"; order: HttpTypes.StoreOrder }
  | {
      type: "cart"
      cart: Cart
      error: { message: string; name: string; type: string }
    }

/** Which of the store's parts a shopper needs to know. */
type Storefront = Pick<
  SeededStore,
  "publishableKey" | "regionId" | "countryCode"
>

/** A guest, or after `register` a customer, at Medusa's store API. */
export class Shopper {
  private readonly guest: HttpClient
  private http: HttpClient

  constructor(
    /** Address of Medusa, `http://localhost:9000` for instance. */
    baseUrl: Late<string>,
    private readonly store: Storefront
  ) {
    this.guest = new HttpClient(baseUrl, () => ({
      "x-publishable-api-key": store.publishableKey,
    }))
    this.http = this.guest
  }

  get isGuest(): boolean {
    return this.http === this.guest
  }

  /** @param details which core takes with this request too: quicker than a second one */
  createCart(items: Item[] = [], details: HttpTypes.StoreUpdateCart = {}) {
    return this.postCart("", {
      region_id: this.store.regionId,
      items: items.map(lineItem),
      ...details,
    })
  }

  async cart(cartId: string): Promise<Cart> {
    const { cart } = await this.get<{ cart: Cart }>(`/store/carts/${cartId}`)
    return cart
  }

  addItem(cartId: string, item: Item) {
    return this.postCart(`/${cartId}/line-items`, lineItem(item))
  }

  changeQuantity(cartId: string, lineItemId: string, quantity: number) {
    return this.postCart(`/${cartId}/line-items/${lineItemId}`, { quantity })
  }

  updateCart(cartId: string, changes: HttpTypes.StoreUpdateCart) {
    return this.postCart(`/${cartId}`, changes)
  }

  /** What `prepareCart` gives at once, given later. */
  giveAddress(cartId: string, email?: string) {
    return this.updateCart(cartId, this.details(email))
  }

  chooseShipping(cartId: string, option_id: string) {
    return this.postCart(`/${cartId}/shipping-methods`, { option_id })
  }

  /** A cart that lacks nothing but a payment. */
  async prepareCart(
    items: Item[],
    { email, shippingOptionId }: { email?: string; shippingOptionId?: string }
  ): Promise<Cart> {
    const cart = await this.createCart(items, this.details(email))
    return shippingOptionId
      ? await this.chooseShipping(cart.id, shippingOptionId)
      : cart
  }

  async paymentProviders() {
    const answer = await this.get<HttpTypes.StorePaymentProviderListResponse>(
      `/store/payment-providers?region_id=${this.store.regionId}`
    )
    return answer.payment_providers
  }

  /** The cart's payment collection; the same one when asked again. */
  paymentCollection(cartId: string) {
    return this.postCollection("", { cart_id: cartId })
  }

  /** Opens a session, which replaces the one before; throws HttpError. */
  async openSession(
    collectionId: string,
    providerId: string,
    data?: Record<string, unknown>
  ): Promise<Session> {
    const { payment_sessions } = await this.postCollection(
      `/${collectionId}/payment-sessions`,
      { provider_id: providerId, data }
    )
    const session = payment_sessions?.find(
      (each) => each.provider_id === providerId
    )
    if (session) return session
    throw new Error(`${collectionId} got no session of ${providerId}.`)
  }

  /** Payment collection and session of the cart in one go. */
  async startPayment(
    cartId: string,
    providerId: string,
    data?: Record<string, unknown>
  ): Promise<Session> {
    const collection = await this.paymentCollection(cartId)
    return this.openSession(collection.id, providerId, data)
  }

  /** An unpaid cart is refused with 400 `not_allowed`: an HttpError. */
  complete(cartId: string): Promise<Completion> {
    return this.post<Completion>(`/store/carts/${cartId}/complete`)
  }

  /** The order that a cart becomes; throws where core places none. */
  async placeOrder(cartId: string): Promise<HttpTypes.StoreOrder> {
    const completion = await this.complete(cartId)
    if (completion.type === "order") return completion.order
    throw new Error(completion.error.message)
  }

  async order(orderId: string) {
    const { order } = await this.get<HttpTypes.StoreOrderResponse>(
      `/store/orders/${orderId}`
    )
    return order
  }

  /** Any other endpoint of the store API. */
  get<Body>(path: string): Promise<Body> {
    return this.http.get<Body>(path)
  }

  post<Body>(path: string, body?: unknown): Promise<Body> {
    return this.http.post<Body>(path, body)
  }

  delete<Body>(path: string): Promise<Body> {
    return this.http.delete<Body>(path)
  }

  /** Makes a customer account and logs in. */
  async register(email: string, password: string) {
    const account = { email, password }
    const identify = async (path: string) => {
      const { token } = await this.guest.post<{ token: string }>(path, account)
      this.http = this.guest.with("authorization", `Bearer ${token}`)
    }
    await identify("/auth/customer/emailpass/register")
    const { customer } = await this.post<HttpTypes.StoreCustomerResponse>(
      "/store/customers",
      { email }
    )
    await identify("/auth/customer/emailpass")
    return customer
  }

  /** Is a guest again. */
  logOut(): void {
    this.http = this.guest
  }

  private async postCart(path: string, body: object): Promise<Cart> {
    const { cart } = await this.post<{ cart: Cart }>(
      `/store/carts${path}`,
      body
    )
    return cart
  }

  private async postCollection(
    path: string,
    body: object
  ): Promise<HttpTypes.StorePaymentCollection> {
    const answer = await this.post<HttpTypes.StorePaymentCollectionResponse>(
      `/store/payment-collections${path}`,
      body
    )
    return answer.payment_collection
  }

  /** E-mail and one address for both shipping and billing. */
  private details(email = "shopper@example.test") {
    const address = {
      first_name: "Ada",
      last_name: "Shopper",
      address_1: "Main Street 1",
      postal_code: "10115",
      city: "Town",
      country_code: this.store.countryCode,
    }
    return { email, shipping_address: address, billing_address: address }
  }
}

function lineItem({ variantId, quantity = 1 }: Item) {
  return { variant_id: variantId, quantity }
}
