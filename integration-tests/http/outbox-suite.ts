import type { IEventBusModuleService } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

import { cryptoPaymentEvents } from "../../src/workflows"
import { reconcileCryptoPayments } from "../../src/workflows/reconcile-crypto-payments"
import { type SeededStore, Shopper, seedStore } from "../support/store"
import { Books } from "../support/shop/books"
import { openSale } from "../support/shop/open-sale"
import { payOnce } from "../support/shop/pay-once"
import type { ShopSuite } from "../support/shop/test-shop"

type Delivered = { id: string; event_id: string; order_id: string | null }

export const outboxSuite: ShopSuite = (shop) => {
  describe("an event for other code", () => {
    let store: SeededStore<"shirt" | "ebook">
    let books: Books
    const delivered: Delivered[] = []

    beforeAll(async () => {
      store = await seedStore(shop.container())
      bus().subscribe(
        cryptoPaymentEvents.settled,
        ({ data }) => {
          delivered.push(data as Delivered)
          return Promise.resolve()
        },
        { subscriberId: "outbox-suite" }
      )
    })

    beforeEach(() => {
      delivered.length = 0
      books = new Books(shop.container())
    })

    afterEach(() => jest.restoreAllMocks())

    const bus = () =>
      shop.container().resolve<IEventBusModuleService>(Modules.EVENT_BUS)

    const pending = () =>
      shop
        .container()
        .resolve(ContainerRegistrationKeys.PG_CONNECTION)(
          "crypto_payment_outbox"
        )
        .select<{ id: string }[]>("id")

    const letPass = () =>
      shop
        .container()
        .resolve(ContainerRegistrationKeys.PG_CONNECTION)(
          "crypto_payment_outbox"
        )
        .update({ deliver_at: new Date() })

    const sell = async () => {
      const shopper = new Shopper(shop.baseUrl(), store)
      const sale = await openSale(shopper, [
        { variantId: store.products.ebook.variantId },
      ])
      expect(await shop.gateway().confirm(sale.gatewayId)).toBe(200)
      await payOnce(books, sale.cart.id, sale.session.id, 5)
      return await books.attemptOf(sale.session.id)
    }

    /** Out of reach for our events, as Redis is while it restarts; core's pass. */
    const breakBus = () => {
      const emit = bus().emit.bind(bus())
      return jest.spyOn(bus(), "emit").mockImplementation((data, options) => {
        const isOurs = [data]
          .flat()
          .some(({ name }) => name.startsWith("crypto_payment."))
        return isOurs
          ? Promise.reject(new Error("Connection lost."))
          : emit(data, options)
      })
    }

    it("is delivered with its transition, and forgotten", async () => {
      const { id, order_id } = await sell()
      expect(delivered).toEqual([
        expect.objectContaining({ id, order_id, reason: null }),
      ])
      expect(await pending()).toEqual([])
    })

    it("stops no money while the event bus is out of reach, and is delivered once it is back", async () => {
      const broken = breakBus()
      const { id } = await sell()
      expect(delivered).toEqual([])
      const [left] = await pending()

      await reconcileCryptoPayments(shop.container())
      expect(await pending()).toEqual([left])
      await letPass()
      await reconcileCryptoPayments(shop.container())
      expect(await pending()).toEqual([left])

      broken.mockRestore()
      await letPass()
      await reconcileCryptoPayments(shop.container())
      expect(delivered).toEqual([
        expect.objectContaining({ id, event_id: left.id }),
      ])
      expect(await pending()).toEqual([])
    })

    it("is delivered by one of several instances", async () => {
      const broken = breakBus()
      await sell()
      broken.mockRestore()
      await letPass()
      await Promise.all(
        [1, 2, 3].map(() => reconcileCryptoPayments(shop.container()))
      )
      expect(delivered).toHaveLength(1)
    })
  })
}
