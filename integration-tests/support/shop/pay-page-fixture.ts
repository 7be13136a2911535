import type { toStoreCryptoCollection } from "../../../src/api/store/crypto-payments/collections/[payment_collection_id]/route"
import type { OrderFirstShop } from "./order-first-fixture"

type ShownCollection = ReturnType<typeof toStoreCryptoCollection>

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
