import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { type SeededStore, Shopper, seedStore } from "../support/store"
import { Books } from "../support/shop/books"
import { payOnce } from "../support/shop/pay-once"
import { openSale } from "../support/shop/open-sale"
import type { ShopSuite } from "../support/shop/test-shop"

const provider = "pp_crypto_crypto"

export const cartChangesSuite: ShopSuite = (shop) => {
  describe("a cart that changes after its payment was opened", () => {
    let store: SeededStore<"shirt" | "ebook">
    let shopper: Shopper
    let books: Books

    beforeAll(async () => {
      store = await seedStore(shop.container(), {
        providers: [provider, "pp_system_default"],
      })
    })

    beforeEach(() => {
      shopper = new Shopper(shop.baseUrl(), store)
      books = new Books(shop.container())
    })

    const ebook = () => ({ variantId: store.products.ebook.variantId })

    const openCart = () => openSale(shopper, [ebook()])

    it("gets a second attempt under the next external_id", async () => {
      const { cart } = await openCart()
      await shopper.addItem(cart.id, ebook())
      const second = await shopper.startPayment(cart.id, provider)

      expect(second.data).toMatchObject({
        external_id: `${cart.id}-2`,
        amount: "10.00",
      })
      await shop.gateway().confirm(idOf(second))
      await payOnce(books, cart.id, second.id, 10)
    })

    it("puts a payment of the old page in front of a person, and touches no cart", async () => {
      const stranger = await shopper.prepareCart([ebook()], {})
      await shopper.startPayment(stranger.id, "pp_system_default")
      const { cart, session, gatewayId } = await openCart()
      await shopper.addItem(cart.id, ebook())
      await shopper.startPayment(cart.id, provider)

      expect(await shop.gateway().confirm(gatewayId)).toBe(200)

      expect(await books.attemptOf(session.id)).toMatchObject({
        state: "attention",
        attention_reason: "amount_mismatch",
        attention_detail: "Paid for 5.00 EUR, due is 10.00 EUR.",
      })
      expect(await books.orderIds(cart.id)).toEqual([])
      expect(await books.orderIds(stranger.id)).toEqual([])
    })

    it("puts it there too when the old session is gone and none has followed", async () => {
      const stranger = await shopper.prepareCart([ebook()], {})
      await shopper.startPayment(stranger.id, "pp_system_default")
      const { cart, session, gatewayId } = await openCart()
      await shopper.addItem(cart.id, ebook())

      expect(await shop.gateway().confirm(gatewayId)).toBe(200)

      expect(await books.attemptOf(session.id)).toMatchObject({
        state: "attention",
        attention_reason: "amount_mismatch",
      })
      expect(await books.orderIds(cart.id)).toEqual([])
      expect(await books.orderIds(stranger.id)).toEqual([])
    })

    it("is refused the change once its money is confirmed", async () => {
      const { cart, session, gatewayId } = await openCart()
      shop.gateway().markOnly(gatewayId, "confirmed")
      // The gateway tells nobody; the shopper's attempt to complete asks it.
      await books.ledger.observations.record(
        (await books.attemptOf(session.id)).id,
        {
          provider_id: provider,
          merchant_id: shop.gateway().merchantId,
          gateway_payment_id: gatewayId,
          external_id: cart.id,
          status: "confirmed",
          source: "poll",
          observed_at: new Date().toISOString(),
        }
      )

      await expect(shopper.addItem(cart.id, ebook())).rejects.toMatchObject({
        status: 400,
        body: { message: "This cart is already paid; it cannot be changed." },
      })
      await shop.gateway().deliver(gatewayId)
      await payOnce(books, cart.id, session.id, 5)
    })

    it("reuses the live attempt when the shopper only comes back", async () => {
      const { cart, session } = await openCart()
      const before = shop.gateway().payments().length
      const again = await shopper.startPayment(cart.id, provider)

      expect(again.id).not.toBe(session.id)
      expect(again.data.gateway_payment_id).toBe(idOf(session))
      expect(shop.gateway().payments()).toHaveLength(before)
    })

    it("finds its session again when the shopper switched away without paying", async () => {
      const { cart, session, gatewayId } = await openCart()
      await shopper.startPayment(cart.id, "pp_system_default")

      expect(await shop.gateway().confirm(gatewayId)).toBe(200)

      await payOnce(books, cart.id, session.id, 5)
    })

    it("reports money for an order that something else paid", async () => {
      const { cart, session, gatewayId } = await openCart()
      await shopper.startPayment(cart.id, "pp_system_default")
      const completion = await shopper.complete(cart.id)
      expect(completion.type).toBe("order")

      expect(await shop.gateway().confirm(gatewayId)).toBe(200)

      expect(await books.attemptOf(session.id)).toMatchObject({
        state: "attention",
        attention_reason: "duplicate_payment",
        order_id: (await books.orderIds(cart.id))[0],
      })
      expect(await books.orderBooks(cart.id)).toMatchObject({ payments: 1 })
    })

    it("ends the session of an attempt that ran out, and a new one gets the next revision", async () => {
      const { cart, session, gatewayId } = await openCart()
      shop.gateway().markOnly(gatewayId, "expired")
      expect((await shop.gateway().deliver(gatewayId)).status).toBe(200)
      expect(await books.attemptOf(session.id)).toMatchObject({
        state: "closed",
        gateway_status: "expired",
      })
      await expect(shopper.complete(cart.id)).rejects.toMatchObject({
        status: 400,
      })

      const next = await shopper.startPayment(cart.id, provider)
      expect(next.data.external_id).toBe(`${cart.id}-2`)
      await shop.gateway().confirm(idOf(next))
      await payOnce(books, cart.id, next.id, 5)
    })

    it("takes late money for a cart that still waits for it", async () => {
      const { cart, session, gatewayId } = await openCart()
      shop.gateway().markOnly(gatewayId, "expired")
      await shop.gateway().deliver(gatewayId)

      expect(await shop.gateway().confirm(gatewayId)).toBe(200)

      await payOnce(books, cart.id, session.id, 5)
    })

    it("gets another session when the one that held the money has vanished", async () => {
      const { cart, session, gatewayId } = await openCart()
      const attempt = await books.attemptOf(session.id)
      await books.ledger.sessions.authorize(attempt, session.id, null)
      await shop
        .container()
        .resolve(ContainerRegistrationKeys.PG_CONNECTION)("payment_session")
        .where({ id: session.id })
        .delete()

      expect(await shop.gateway().confirm(gatewayId)).toBe(200)

      await payOnce(books, cart.id, session.id, 5)
    })

    it("does not let a late expiry undo what was paid", async () => {
      const { cart, session, gatewayId } = await openCart()
      await shop.gateway().confirm(gatewayId)
      const answer = await shop
        .gateway()
        .deliver(gatewayId, { status: "expired" })

      expect(answer.status).toBe(200)
      await payOnce(books, cart.id, session.id, 5)
    })
  })
}

function idOf(session: { data?: Record<string, unknown> }): string {
  return String(session.data?.gateway_payment_id)
}
