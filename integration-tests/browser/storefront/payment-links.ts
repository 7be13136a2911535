import {
  addToOrder,
  type HttpClient,
  orderByHand,
  type SeededStore,
} from "../../support/store"

/** An order that is paid by a link; `name` is its number, as shoppers see it. */
export type UnpaidOrder = {
  orderId: string
  collectionId: string
  name: string
}

/** The admin's side of orders that are paid by a link. */
export class PaymentLinks {
  constructor(
    private readonly admin: HttpClient,
    private readonly store: SeededStore
  ) {}

  /** An order that an admin made, with one piece, and the collection of its payment link. */
  async createOrder(email: string, handle = "guide"): Promise<UnpaidOrder> {
    const { store } = this
    const { variantId } = store.products[handle]
    const { id: orderId, display_id } = await orderByHand(
      this.admin,
      variantId,
      {
        email,
        region_id: store.regionId,
        sales_channel_id: store.salesChannelId,
      }
    )
    const { order } = await this.admin.get<{ order: { total: number } }>(
      `/admin/orders/${orderId}?fields=total`
    )
    const { payment_collection } = await this.admin.post<{
      payment_collection: { id: string }
    }>("/admin/payment-collections", { order_id: orderId, amount: order.total })
    const collectionId = payment_collection.id
    return { orderId, collectionId, name: `#${display_id}` }
  }

  async cancelOrder(orderId: string): Promise<void> {
    await this.admin.post(`/admin/orders/${orderId}/cancel`)
  }

  /** Adds one more piece to an order. */
  async editOrder(orderId: string, handle = "guide"): Promise<void> {
    const { variantId } = this.store.products[handle]
    await addToOrder(this.admin, orderId, variantId)
  }
}
