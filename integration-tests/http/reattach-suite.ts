import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

import { type SeededStore, Shopper, seedStore } from "../support/store"
import { setQuantities } from "../support/shop/add-to-order"
import { Books } from "../support/shop/books"
import { interruptCompletion } from "./interrupted-completion"
import { openSale, type Sale } from "../support/shop/open-sale"
import { payOnce } from "../support/shop/pay-once"
import type { ShopSuite } from "../support/shop/test-shop"

/** A paid attempt whose own session is gone. */
export const reattachSuite: ShopSuite = (shop) => {
  let store: SeededStore<"shirt" | "ebook">
  let shopper: Shopper
  let books: Books

  beforeAll(async () => {
    store = await seedStore(shop.container(), {
      providers: ["pp_crypto_crypto"],
    })
  })

  beforeEach(() => {
    shopper = new Shopper(shop.baseUrl(), store)
    books = new Books(shop.container())
  })

  const open = () =>
    openSale(shopper, [{ variantId: store.products.ebook.variantId }])

  const payments = () => shop.container().resolve(Modules.PAYMENT)

  const collectionOf = async ({ session }: Sale) => {
    const { payment_collection_id } = await payments().retrievePaymentSession(
      session.id
    )
    return String(payment_collection_id)
  }

  /** Past the provider, as a restored database or an extension of the store does. */
  const loseSession = async ({ session }: Sale) => {
    await shop
      .container()
      .resolve(ContainerRegistrationKeys.PG_CONNECTION)
      .raw("UPDATE payment_session SET deleted_at = now() WHERE id = ?", [
        session.id,
      ])
  }

  /** The session that took the place of the lost one. */
  const newSession = async ({ gatewayId, session }: Sale) => {
    const [attempt] = await books.ledger.listCryptoPayments({
      gateway_payment_id: gatewayId,
    })
    expect(attempt.payment_session_id).not.toBe(session.id)
    return await payments().retrievePaymentSession(
      String(attempt.payment_session_id)
    )
  }

  describe("a paid cart whose session is gone", () => {
    it("is placed by a new session, and its collection shows its total again", async () => {
      const sale = await open()
      const collectionId = await collectionOf(sale)
      // As core leaves it after a change of the cart that was refused.
      await payments().updatePaymentCollections(collectionId, { amount: 10 })
      await loseSession(sale)

      expect(await shop.gateway().confirm(sale.gatewayId)).toBe(200)

      const { id } = await newSession(sale)
      await payOnce(books, sale.cart.id, id, 5)
      expect(
        await payments().retrievePaymentCollection(collectionId)
      ).toMatchObject({ amount: 5, status: "completed" })
    })

    it("is paid by what it was placed for when its order was edited since, and the rest stays due", async () => {
      const sale = await open()
      const collectionId = await collectionOf(sale)
      const orderId = await interruptCompletion(
        shop.container(),
        sale.cart.id,
        { cart: true, collection: true }
      )
      await setQuantities(shop.container(), orderId, () => 2)
      await payments().updatePaymentCollections(collectionId, { amount: 10 })
      await loseSession(sale)

      expect(await shop.gateway().confirm(sale.gatewayId)).toBe(200)

      expect(await newSession(sale)).toMatchObject({ amount: 5 })
      expect(await books.orderBooks(sale.cart.id)).toMatchObject({
        order_id: orderId,
        total: 10,
        captures: [5],
        transactions: [5],
        pending_difference: 5,
      })
      expect(
        await payments().retrievePaymentCollection(collectionId)
      ).toMatchObject({ amount: 10 })
    })
  })
}
