import { reconcileCryptoPayments } from "../../src/workflows/reconcile-crypto-payments"
import { type SeededStore, Shopper, seedStore } from "../support/store"
import { Books } from "../support/shop/books"
import { makeDue } from "../support/shop/make-due"
import { payOnce } from "../support/shop/pay-once"
import { openSale } from "../support/shop/open-sale"
import type { ShopSuite } from "../support/shop/test-shop"

const provider = "pp_crypto_crypto"

export const jobSuite: ShopSuite = (shop) => {
  describe("the reconcile job", () => {
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

    const openCart = () =>
      openSale(shopper, [{ variantId: store.products.ebook.variantId }])

    const reconcile = () => reconcileCryptoPayments(shop.container())

    it("makes the order when no webhook ever arrives", async () => {
      const { cart, session, gatewayId } = await openCart()
      shop.gateway().markOnly(gatewayId, "confirmed")
      await makeDue(shop.container())

      expect(await reconcile()).toMatchObject({ checked: 1, failed: 0 })

      await payOnce(books, cart.id, session.id, 5)
      expect(await reconcile()).toMatchObject({ checked: 0, failed: 0 })
    })

    it("reads one page, and no single payment, while nothing is due", async () => {
      await openCart()
      shop.gateway().forgetRequests()

      expect(await reconcile()).toMatchObject({ checked: 0, failed: 0 })
      expect(shop.gateway().requests()).toEqual(["GET /v1/payments"])
    })

    it("looks less often the longer nothing happens", async () => {
      const { session } = await openCart()
      const waits: number[] = []
      for (let look = 0; look < 4; look++) {
        await makeDue(shop.container())
        await reconcile()
        const { next_check_at } = await books.attemptOf(session.id)
        waits.push(Math.round((Number(next_check_at) - Date.now()) / 60_000))
      }
      expect(waits).toEqual([2, 3, 5, 8])
    })

    it("closes what ran out, watches it on, and takes the money that comes late", async () => {
      const { cart, session, gatewayId } = await openCart()
      shop.gateway().markOnly(gatewayId, "expired")
      await makeDue(shop.container())
      await reconcile()
      expect(await books.attemptOf(session.id)).toMatchObject({
        state: "closed",
        next_check_at: expect.any(Date),
      })

      shop.gateway().markOnly(gatewayId, "confirmed")
      await makeDue(shop.container())
      await reconcile()
      await payOnce(books, cart.id, session.id, 5)
    })

    it("goes on with the others when the gateway fails on one", async () => {
      const first = await openCart()
      const second = await openCart()
      shop.gateway().markOnly(first.gatewayId, "confirmed")
      shop.gateway().markOnly(second.gatewayId, "confirmed")
      await makeDue(shop.container())
      shop
        .gateway()
        .failNext(5, "broken_json", new RegExp(`/${first.gatewayId}$`))
      shop.gateway().failNext(1, "broken_json", /GET .*payments$/)

      await reconcile()

      await payOnce(books, second.cart.id, second.session.id, 5)
      expect(await books.attemptOf(first.session.id)).toMatchObject({
        state: "open",
        next_check_at: expect.any(Date),
      })
    })

    it("settles what a crash left between the confirmation and the order", async () => {
      const { cart, session, gatewayId } = await openCart()
      const attempt = await books.attemptOf(session.id)
      await books.ledger.observations.record(attempt.id, {
        provider_id: provider,
        merchant_id: shop.gateway().merchantId,
        gateway_payment_id: gatewayId,
        external_id: cart.id,
        status: "confirmed",
        source: "webhook",
        observed_at: new Date().toISOString(),
      })
      expect(await reconcile()).toMatchObject({ checked: 1, failed: 0 })
      await payOnce(books, cart.id, session.id, 5)
    })

    it("keeps an attempt whose opening got no answer, and opens it under the same external_id", async () => {
      const cart = await shopper.prepareCart(
        [{ variantId: store.products.ebook.variantId }],
        {}
      )
      shop.gateway().failNext(2, "lost_answer", /POST/)
      await expect(
        shopper.startPayment(cart.id, provider)
      ).rejects.toMatchObject({
        status: 500,
        body: { message: expect.stringContaining("did not answer") },
      })
      expect(await books.attemptsOfCart(cart.id)).toMatchObject([
        { state: "creating", external_id: cart.id },
      ])

      const session = await shopper.startPayment(cart.id, provider)

      expect(session.data.external_id).toBe(cart.id)
      const ofCart = shop
        .gateway()
        .payments()
        .filter(({ externalId }) => externalId.startsWith(cart.id))
      expect(ofCart).toHaveLength(1)
      await shop.gateway().confirm(String(session.data.gateway_payment_id))
      await payOnce(books, cart.id, session.id, 5)
    })

    it("survives an external_id that the gateway already knows", async () => {
      const cart = await shopper.prepareCart(
        [{ variantId: store.products.ebook.variantId }],
        {}
      )
      const { url, merchantId, apiKey } = shop.gateway()
      await fetch(`${url}/v1/payments/widget`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-merchant-id": merchantId,
          "x-api-key": apiKey,
        },
        body: `{"amount":1,"currency":"EUR","external_id":"${cart.id}"}`,
      })

      const session = await shopper.startPayment(cart.id, provider)

      expect(session.data.external_id).toBe(`${cart.id}-2`)
      await shop.gateway().confirm(String(session.data.gateway_payment_id))
      await payOnce(books, cart.id, session.id, 5)
    })

    it("is not needed when the return page asks first", async () => {
      const cart = await shopper.prepareCart(
        [{ variantId: store.products.ebook.variantId }],
        {}
      )
      const session = await shopper.startPayment(cart.id, provider)
      const path = `/store/crypto-payments/${session.id}`
      expect(await shopper.get(path)).toMatchObject({
        crypto_payment: {
          state: "open",
          current: true,
          order_id: null,
          amount: "5.00",
          checkout_url: expect.stringContaining("http"),
        },
      })
      shop
        .gateway()
        .markOnly(String(session.data.gateway_payment_id), "confirmed")
      await makeDue(shop.container())

      const { crypto_payment } = await shopper.get<{
        crypto_payment: { state: string; order_id: string }
      }>(path)

      expect(crypto_payment).toMatchObject({
        state: "settled",
        checkout_url: null,
      })
      expect(await books.orderIds(cart.id)).toEqual([crypto_payment.order_id])
    })
  })
}
