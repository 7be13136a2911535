import type { HttpTypes } from "@medusajs/framework/types"
import { HttpClient } from "./http-client"
import type { SeededStore } from "./seed-store"

/** What the shopper wants, by the id of a variant. */
export type Item = { variantId: string; quantity?: number }

export type Completion =
  | { type: "order"; order: HttpTypes.StoreOrder }
  | {
      type: "cart"
      cart: HttpTypes.StoreCart
      error: { message: string; name: string; type: string }
    }

/** Which of the store's parts a shopper needs to know. */
export type Storefront = Pick<
  SeededStore,
  "publishableKey" | "regionId" | "countryCode"
>

/** A guest, or after `register`/`logIn` a customer, at Medusa's store API. */
export class Shopper {
  private http: HttpClient
  /** False after `register` or `logIn`. */
  isGuest = true

  constructor(
    /** Address of Medusa, `http://localhost:9000` for instance. */
    baseUrl: string,
    private readonly store: Storefront
  ) {
    this.http = new HttpClient(baseUrl, {
      "x-publishable-api-key": store.publishableKey,
    })
  }

  async createCart(
    items: Item[] = [],
    /** Core takes them with this request too, which is quicker than a second. */
    details: HttpTypes.StoreUpdateCart = {}
  ): Promise<HttpTypes.StoreCart> {
    const { cart } = await this.http.post<HttpTypes.StoreCartResponse>(
      "/store/carts",
      {
        region_id: this.store.regionId,
        items: items.map(lineItem),
        ...details,
      }
    )
    return cart
  }

  async cart(cartId: string): Promise<HttpTypes.StoreCart> {
    const { cart } = await this.http.get<HttpTypes.StoreCartResponse>(
      `/store/carts/${cartId}`
    )
    return cart
  }

  async addItem(cartId: string, item: Item): Promise<HttpTypes.StoreCart> {
    const { cart } = await this.http.post<HttpTypes.StoreCartResponse>(
      `/store/carts/${cartId}/line-items`,
      lineItem(item)
    )
    return cart
  }

  async changeQuantity(
    cartId: string,
    lineItemId: string,
    quantity: number
  ): Promise<HttpTypes.StoreCart> {
    const { cart } = await this.http.post<HttpTypes.StoreCartResponse>(
      `/store/carts/${cartId}/line-items/${lineItemId}`,
      { quantity }
    )
    return cart
  }

  async updateCart(
    cartId: string,
    changes: HttpTypes.StoreUpdateCart
  ): Promise<HttpTypes.StoreCart> {
    const { cart } = await this.http.post<HttpTypes.StoreCartResponse>(
      `/store/carts/${cartId}`,
      changes
    )
    return cart
  }

  /** What `prepareCart` gives at once, given later. */
  giveAddress(cartId: string, email?: string): Promise<HttpTypes.StoreCart> {
    return this.updateCart(cartId, this.details(email))
  }

  async chooseShipping(
    cartId: string,
    shippingOptionId: string
  ): Promise<HttpTypes.StoreCart> {
    const { cart } = await this.http.post<HttpTypes.StoreCartResponse>(
      `/store/carts/${cartId}/shipping-methods`,
      { option_id: shippingOptionId }
    )
    return cart
  }

  /** A cart that lacks nothing but a payment. */
  async prepareCart(
    items: Item[],
    { email, shippingOptionId }: { email?: string; shippingOptionId?: string }
  ): Promise<HttpTypes.StoreCart> {
    const cart = await this.createCart(items, this.details(email))
    return shippingOptionId
      ? await this.chooseShipping(cart.id, shippingOptionId)
      : cart
  }

  async paymentProviders(): Promise<HttpTypes.StorePaymentProvider[]> {
    const answer =
      await this.http.get<HttpTypes.StorePaymentProviderListResponse>(
        `/store/payment-providers?region_id=${this.store.regionId}`
      )
    return answer.payment_providers
  }

  /** The cart's payment collection; the same one when asked again. */
  async paymentCollection(
    cartId: string
  ): Promise<HttpTypes.StorePaymentCollection> {
    const answer =
      await this.http.post<HttpTypes.StorePaymentCollectionResponse>(
        "/store/payment-collections",
        { cart_id: cartId }
      )
    return answer.payment_collection
  }

  /** Opens a session, which replaces the one before; throws HttpError. */
  async openSession(
    collectionId: string,
    providerId: string,
    data?: Record<string, unknown>
  ): Promise<HttpTypes.StorePaymentSession> {
    const { payment_collection: collection } =
      await this.http.post<HttpTypes.StorePaymentCollectionResponse>(
        `/store/payment-collections/${collectionId}/payment-sessions`,
        { provider_id: providerId, data }
      )
    const session = collection.payment_sessions?.find(
      (each) => each.provider_id === providerId
    )
    if (!session) {
      throw new Error(`${collectionId} got no session of ${providerId}.`)
    }
    return session
  }

  /** Payment collection and session of the cart in one go. */
  async startPayment(
    cartId: string,
    providerId: string,
    data?: Record<string, unknown>
  ): Promise<HttpTypes.StorePaymentSession> {
    const collection = await this.paymentCollection(cartId)
    return this.openSession(collection.id, providerId, data)
  }

  /** An unpaid cart is refused with 400 `not_allowed`: an HttpError. */
  complete(cartId: string): Promise<Completion> {
    return this.http.post<Completion>(`/store/carts/${cartId}/complete`)
  }

  /** The order that a cart becomes; throws where core places none. */
  async placeOrder(cartId: string): Promise<HttpTypes.StoreOrder> {
    const completion = await this.complete(cartId)
    if (completion.type === "order") return completion.order
    throw new Error(completion.error.message)
  }

  async order(orderId: string): Promise<HttpTypes.StoreOrder> {
    const { order } = await this.http.get<HttpTypes.StoreOrderResponse>(
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
  async register(
    email: string,
    password: string
  ): Promise<HttpTypes.StoreCustomer> {
    const { token } = await this.http.post<{ token: string }>(
      "/auth/customer/emailpass/register",
      { email, password }
    )
    const { customer } = await this.http
      .with("authorization", `Bearer ${token}`)
      .post<HttpTypes.StoreCustomerResponse>("/store/customers", { email })
    await this.logIn(email, password)
    return customer
  }

  async logIn(email: string, password: string): Promise<void> {
    const { token } = await this.http.post<{ token: string }>(
      "/auth/customer/emailpass",
      { email, password }
    )
    this.http = this.http.with("authorization", `Bearer ${token}`)
    this.isGuest = false
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
