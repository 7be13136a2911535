import { openSale } from "../../support/shop/open-sale"
import { testShop } from "../../support/shop/test-shop"
import { startMinimalGateway } from "../../support/minimal-gateway"
import { Shopper, seedStore, type SeededStore } from "../../support/store"

/** Half a year from now: more than the 24.8 days that a timer holds. */
const nextHalfYear = `0 0 1 ${((new Date().getMonth() + 6) % 12) + 1} *`

testShop({
  startGateway: () => startMinimalGateway(),
  environment: { CRYPTO_RECONCILE_SCHEDULE: nextHalfYear },
  suites: [
    (shop) => {
      describe("a schedule that overflows Medusa's timer", () => {
        let store: SeededStore<"shirt" | "ebook">

        beforeAll(async () => {
          store = await seedStore(shop.container())
        })

        const open = () =>
          openSale(new Shopper(shop.baseUrl(), store), [
            { variantId: store.products.ebook.variantId },
          ])
        const pagesRead = () =>
          shop
            .gateway()
            .requests()
            .filter((line) => line === "GET /v1/payments").length

        it("is no hot loop at the gateway", async () => {
          await open()
          const before = pagesRead()
          for (let n = 0; n < 3; n++) await open()
          // One run a minute, where it were dozens a second.
          expect(pagesRead() - before).toBeLessThanOrEqual(2)
        })
      })
    },
  ],
})
