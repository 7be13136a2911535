import { type SeededStore, Shopper, seedStore } from "../support/store"
import { Books } from "../support/shop/books"
import type { ShopSuite } from "../support/shop/test-shop"

const provider = "pp_crypto_crypto"

export const purchaseSuite: ShopSuite = (shop) => {
  describe("a purchase paid in crypto", () => {
    let store: SeededStore<"shirt" | "ebook">
    let shopper: Shopper
    let books: Books

    beforeAll(async () => {
      store = await seedStore(shop.container())
    })

    beforeEach(() => {
      shopper = new Shopper(shop.baseUrl(), store)
      books = new Books(shop.container())
    })

    it("becomes a paid order by the webhook alone", async () => {
      const cart = await shopper.prepareCart(
        [{ variantId: store.products.shirt.variantId, quantity: 2 }],
        { shippingOptionId: store.shippingOptionId }
      )
      const session = await shopper.startPayment(cart.id, provider)
      expect(session.data).toMatchObject({
        session_id: session.id,
        external_id: cart.id,
        checkout_url: expect.stringContaining("http"),
        amount: "23.00",
        currency_code: "eur",
      })
      const gatewayId = String(session.data.gateway_payment_id)

      expect(await shop.gateway().confirm(gatewayId)).toBe(200)

      const attempt = await books.attemptOf(session.id)
      expect(attempt).toMatchObject({
        state: "settled",
        gateway_status: "confirmed",
        cart_id: cart.id,
      })
      expect(await books.orderBooks(cart.id)).toEqual({
        order_id: attempt.order_id,
        total: 23,
        payments: 1,
        captures: [23],
        refunds: 0,
        transactions: [23],
        pending_difference: 0,
        payment_status: "captured",
      })
    })
  })
}
