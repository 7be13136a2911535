import type { OrderFirstShop } from "./order-first-fixture"

/** What `GET /store/crypto-payments/collections/:id` answers. */
type ShownCollection = {
  payment_collection_id: string
  order_display_id: number | null
  state: "unpaid" | "paid" | "canceled" | "changed"
  amount: string | null
  currency_code: string
  pay_until: string | null
  payable: boolean
  providers: { provider_id: string; flow: string }[]
  crypto_payment: Record<string, unknown> | null
  receipt: Record<string, unknown> | null
  server_time: string
}

/** What the suites of the pay page begin with, beside the shop. */
export function payPageFixture({
  books,
  shopper,
}: Pick<OrderFirstShop, "books" | "shopper">) {
  return {
    /** The pay page's request. */
    show: async (collectionId: string): Promise<ShownCollection> => {
      const { crypto_collection } = await shopper.get<{
        crypto_collection: ShownCollection
      }>(`/store/crypto-payments/collections/${collectionId}`)
      return crypto_collection
    },
    collectionOf: async (cartId: string): Promise<string> => {
      const [{ payment_collection_id }] = await books.attemptsOfCart(cartId)
      return String(payment_collection_id)
    },
  }
}
