import { type SeededStore, Shopper, seedStore } from "../support/store"
import { Books } from "../support/shop/books"
import type { ShopSuite } from "../support/shop/test-shop"
import { payOnce } from "../support/shop/pay-once"

const rounds = 20

export const racesSuite: ShopSuite = (shop) => {
  describe("the same money told in many ways at once", () => {
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

    it(`makes one order of five webhooks and a completion at once, ${rounds} times over`, async () => {
      const variantId = store.products.ebook.variantId
      for (let round = 0; round < rounds; round++) {
        const cart = await shopper.prepareCart([{ variantId }], {})
        const session = await shopper.startPayment(cart.id, "pp_crypto_crypto")
        const gatewayId = String(session.data.gateway_payment_id)
        shop.gateway().markOnly(gatewayId, "confirmed")

        const complete = shopper.complete(cart.id).catch((error) => error)
        const answers = await Promise.all(
          Array.from({ length: 5 }, () => shop.gateway().deliver(gatewayId))
        )
        await complete

        expect(answers.map(({ status }) => status)).toEqual([
          200, 200, 200, 200, 200,
        ])
        await payOnce(books, cart.id, session.id, 5)
      }
    })

    it("makes one order when the browser completes first and no webhook comes", async () => {
      const variantId = store.products.ebook.variantId
      const cart = await shopper.prepareCart([{ variantId }], {})
      const session = await shopper.startPayment(cart.id, "pp_crypto_crypto")
      shop
        .gateway()
        .markOnly(String(session.data.gateway_payment_id), "confirmed")

      const completion = await shopper.complete(cart.id)

      expect(completion.type).toBe("order")
      await payOnce(books, cart.id, session.id, 5)
    })

    it("refuses to complete an unpaid cart, and completes it once it is paid", async () => {
      const variantId = store.products.ebook.variantId
      const cart = await shopper.prepareCart([{ variantId }], {})
      const session = await shopper.startPayment(cart.id, "pp_crypto_crypto")

      await expect(shopper.complete(cart.id)).rejects.toMatchObject({
        status: 400,
        body: { type: "not_allowed" },
      })

      await shop.gateway().confirm(String(session.data.gateway_payment_id))
      await payOnce(books, cart.id, session.id, 5)
    })

    it("opens one payment for a double click, and one order comes of it", async () => {
      const variantId = store.products.ebook.variantId
      const cart = await shopper.prepareCart([{ variantId }], {})
      const collection = await shopper.paymentCollection(cart.id)
      const before = shop.gateway().payments().length

      const sessions = await Promise.all([
        shopper.openSession(collection.id, "pp_crypto_crypto"),
        shopper.openSession(collection.id, "pp_crypto_crypto"),
      ])

      expect(shop.gateway().payments().length - before).toBe(1)
      const [attempt] = await books.attemptsOfCart(cart.id)
      await shop.gateway().confirm(String(attempt.gateway_payment_id))
      await payOnce(books, cart.id, sessions[0].id, 5)
    })
  })
}
